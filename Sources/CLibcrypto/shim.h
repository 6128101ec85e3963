// OpenSSL's libcrypto, which is on every Linux system; ContentHash.swift alone uses it, for SHA-256.
#if !__has_include(<openssl/evp.h>)
#error "OpenSSL's headers are missing: run scripts/install-dependencies, or install libssl-dev (Debian, Ubuntu) or openssl-devel (Fedora, RHEL)"
#endif
#include <openssl/evp.h>
