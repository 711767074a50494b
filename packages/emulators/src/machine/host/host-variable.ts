/** In the environment of all that a host starts, so that its processes can be found where no control group or namespace holds them. */
export function hostVariable(hostDirectory: string): string {
  return `CAISSON_MACHINE_HOST=${hostDirectory}`
}
