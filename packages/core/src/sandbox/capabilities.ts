import type { SandboxComputer, SandboxNetworking, WorkspaceSandbox } from '../contract/sandbox.js'

const computerMethods = [
  'screenshot',
  'leftClick',
  'rightClick',
  'doubleClick',
  'moveMouse',
  'drag',
  'scroll',
  'type',
  'press',
  'getScreenSize',
  'getCursorPosition',
] as const satisfies readonly (keyof SandboxComputer)[]

/** Whether a sandbox can tell the addresses of its ports. */
export function supportsNetworking(
  sandbox: WorkspaceSandbox,
): sandbox is WorkspaceSandbox & { networking: SandboxNetworking } {
  return typeof sandbox.networking?.getPortUrl === 'function'
}

/** Whether a sandbox has a complete desktop; part of one does not count. */
export function supportsComputer(
  sandbox: WorkspaceSandbox,
): sandbox is WorkspaceSandbox & { computer: SandboxComputer } {
  const { computer } = sandbox
  return computer !== undefined && computerMethods.every((method) => typeof computer[method] === 'function')
}
