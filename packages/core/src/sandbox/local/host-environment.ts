/** Variables that a command gets from the host. None of them holds a secret. */
const inheritedNames: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TMPDIR',
  'TZ',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_COLLATE',
  'LC_CTYPE',
  'LC_MESSAGES',
  'LC_MONETARY',
  'LC_NUMERIC',
  'LC_TIME',
]

/** Keeps programs from asking a user who is not there, and from starting a pager for one. */
const unattended: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  AWS_PAGER: '',
  SYSTEMD_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  DEBIAN_FRONTEND: 'noninteractive',
}

/**
 * What a command inherits before the sandbox's own environment is laid over it: by default only basics such as `PATH`,
 * `HOME` and `LANG`, so that the host's secrets stay with the host; on request everything.
 */
export function hostEnvironment(inheritAll: boolean): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const name of inheritAll ? Object.keys(process.env) : inheritedNames) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return Object.assign(environment, unattended)
}

/** How programs of the host reach the network: proxies, and certificates to trust. */
const networkNames: readonly string[] = [
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CURL_CA_BUNDLE',
]

/** For programs that work for the host itself, outside of every sandbox. */
export function hostToolEnvironment(): Record<string, string> {
  const environment = hostEnvironment(false)
  for (const name of networkNames) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}

/** One variable of the host. */
export function hostVariable(name: string): string | undefined {
  return process.env[name]
}
