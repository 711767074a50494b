/** In the environment of all that a host starts, so that its processes can be found where no control group or namespace holds them. */
export function hostVariables(hostDirectory: string): { readonly CAISSON_MACHINE_HOST: string } {
  return { CAISSON_MACHINE_HOST: hostDirectory }
}

/** The same as it stands in an environment. */
export function hostVariable(hostDirectory: string): string {
  return `CAISSON_MACHINE_HOST=${hostVariables(hostDirectory).CAISSON_MACHINE_HOST}`
}
