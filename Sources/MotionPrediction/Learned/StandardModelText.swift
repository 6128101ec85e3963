/// The package's own model file as text; `scripts/default-model` writes this file.
enum StandardModelText {
  static let base64 = """
    """
}
