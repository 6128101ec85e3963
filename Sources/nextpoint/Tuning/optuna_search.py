"""Optuna's TPE sampler behind the protocol of 'nextpoint tune --engine'.

One JSON object a line: 'begin' gives the axes, each 'ask' is answered with the place of a value on
every axis, each 'tell' gives what that setting scored, null where it may not be chosen.
"""

import sys

# A module must not come from the folder that the command happens to be given in: it may hold anything.
sys.path = [folder for folder in sys.path if folder]

import json


def say(message):
    print(json.dumps(message), flush=True)


def distributions(optuna, axes):
    """An axis in order is searched by the place on it, so that near values count as near."""
    result = {}
    for number, axis in enumerate(axes):
        places = len(axis["values"])
        if axis["ordered"]:
            one = optuna.distributions.IntDistribution(0, places - 1)
        else:
            one = optuna.distributions.CategoricalDistribution(list(range(places)))
        result[f"{number}.{axis['name']}"] = one
    return result


def main():
    try:
        import optuna
    except ImportError:
        say({"error": "the Python module optuna is not installed"})
        return
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = space = trial = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "begin":
            sampler = optuna.samplers.TPESampler(seed=message["seed"] % 2**32)
            study = optuna.create_study(sampler=sampler)
            space = distributions(optuna, message["axes"])
        elif message["type"] == "ask":
            trial = study.ask(space)
            say({"places": [int(trial.params[name]) for name in space]})
        elif message["value"] is None:
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
        else:
            study.tell(trial, message["value"])


main()
