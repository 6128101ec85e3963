#if !hasFeature(Embedded)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The linear-algebra library that the process runs on.
  ///
  /// Its last bits depend on its build and on the kernel that it chose for the processor, so a run
  /// that is to be repeated writes both down. OpenBLAS is recognized by the functions that only it
  /// exports; it need not be there.
  public enum NumericalLibrary {
    /// LAPACK's release and, where it is OpenBLAS, that library's build and kernel.
    ///
    /// For example `LAPACK 3.9.0, OpenBLAS 0.3.21 … (kernel SkylakeX)`; the same for every call in
    /// a process and from every thread.
    public static let description: String = {
      guard let build = openBLASBuild else { return "LAPACK \(release)" }
      return "LAPACK \(release), \(build)" + (openBLASKernel.map { " (kernel \($0))" } ?? "")
    }()

    /// The release of LAPACK that the library implements, such as `3.11.0`.
    package static var release: String { LinearAlgebra.release() }

    /// The build description of OpenBLAS; nil for another library.
    ///
    /// Read once: OpenBLAS assembles the text in a single process-wide buffer at every
    /// call, so concurrent callers would read each other's text.
    package static let openBLASBuild: String? = text("openblas_get_config")

    /// The processor family whose kernels OpenBLAS selected, such as `Haswell`; nil for another
    /// library.
    package static let openBLASKernel: String? = text("openblas_get_corename")

    /// The number of threads OpenBLAS may use for one operation; nil for another library.
    package static var threadCount: Int? {
      guard let symbol = symbol("openblas_get_num_threads") else { return nil }
      typealias Function = @convention(c) () -> Int32
      return Int(unsafeBitCast(symbol, to: Function.self)())
    }

    /// Sets OpenBLAS to one thread, the fastest setting for small problems.
    ///
    /// The setting is the process's: a program calls it once, at its start. The threads that the
    /// library started when it was loaded stay, asleep; `OPENBLAS_NUM_THREADS=1` in the environment
    /// prevents them.
    ///
    /// - Returns: Whether the setting took effect: false if the library is not OpenBLAS.
    @discardableResult
    public static func useOneThread() -> Bool {
      guard let symbol = symbol("openblas_set_num_threads") else { return false }
      typealias Function = @convention(c) (Int32) -> Void
      unsafeBitCast(symbol, to: Function.self)(1)
      return true
    }

    private static func text(_ name: String) -> String? {
      guard let symbol = symbol(name) else { return nil }
      typealias Function = @convention(c) () -> UnsafePointer<CChar>?
      return unsafeBitCast(symbol, to: Function.self)().map { String(cString: $0) }
    }

    /// Looks up a function in all loaded libraries.
    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
      #if canImport(Darwin)
        // RTLD_DEFAULT, a macro that Swift does not import.
        return dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
      #else
        return dlsym(nil, name)
      #endif
    }
  }
#endif
