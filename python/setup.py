"""Names the platform in the wheel: it carries a library, and works with every Python 3."""

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel


class PlatformWheel(bdist_wheel):
    """A wheel for one platform and every version of Python."""

    def finalize_options(self) -> None:
        """Put the package where libraries go."""
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        """Return the tags of Python, its interface, and the platform."""
        return "py3", "none", super().get_tag()[2]


setup(cmdclass={"bdist_wheel": PlatformWheel})
