/** How variables are set. */
export interface TemplateEnvsOptions {
  /** For the commands of the build alone: such values are no part of the definition and reach no sandbox. Default false. */
  readonly ephemeral?: boolean | undefined
}

/** How packages of the system are installed. */
export interface AptInstallOptions {
  /** Without packages that are only recommended. Default false. */
  readonly noInstallRecommends?: boolean | undefined
  /** Goes on without packages that cannot be had. Default false. */
  readonly fixMissing?: boolean | undefined
}

/** How packages of Python are installed. */
export interface PipInstallOptions {
  /** For all users. The platform's default is true. */
  readonly g?: boolean | undefined
}

/** How packages of Node are installed. */
export interface NpmInstallOptions {
  /** For all users. Default false. */
  readonly g?: boolean | undefined
  /** Noted as needed for development only. Default false. */
  readonly dev?: boolean | undefined
}
