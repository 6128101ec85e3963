import TouchInput

extension EvdevDevice {
  /// What kind of device the header describes; unknown where there is none.
  ///
  /// The order is that of udev's `input_id`, which every Linux desktop goes by: a stick says so
  /// itself; a pen comes before a finger, because pen tablets have both; a finger that is named and
  /// not on the display, or several of them that move a pointer, make a touchpad; buttons of a mouse
  /// beside absolute axes are a virtual machine's mouse; touch that is left is a touch screen, since
  /// old headers have no properties; relative axes make a mouse. Old kernels do not tell a pointing
  /// stick from a mouse.
  var deviceClass: DeviceClass {
    if properties.contains(EvdevProperty.pointingStick) { return .pointingStick }
    if hasPosition, let positioned = positionedClass { return positioned }
    let movesBothWays = relativeAxes.isSuperset(of: [EvdevCode.x, EvdevCode.y])
    return movesBothWays && keys.contains(EvdevCode.leftButton) ? .mouse : .unknown
  }

  private var hasPosition: Bool { hasMultiTouch || has(EvdevCode.x, EvdevCode.y) }

  private var hasMultiTouch: Bool { has(EvdevCode.multiTouchX, EvdevCode.multiTouchY) }

  private func has(_ x: Int, _ y: Int) -> Bool { axes[x] != nil && axes[y] != nil }

  private var positionedClass: DeviceClass? {
    let isDirect = properties.contains(EvdevProperty.direct)
    let isPen = keys.contains {
      EvdevCode.penTools.contains($0) || EvdevCode.penButtons.contains($0)
    }
    if isPen { return isDirect ? .penDisplay : .penTablet }
    let isPointing = hasMultiTouch && properties.contains(EvdevProperty.pointer)
    if !isDirect, keys.contains(EvdevCode.fingerTool) || isPointing { return .touchpad }
    if isDirect || keys.contains(EvdevCode.touch) { return .touchScreen }
    return keys.contains(EvdevCode.leftButton) ? .mouse : nil
  }
}
