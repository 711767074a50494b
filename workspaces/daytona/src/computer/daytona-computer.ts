import { SandboxProviderError, SandboxUnsupportedFeatureError, type SandboxComputer } from '@caisson/core/workspace'
import type { ComputerUse, Sandbox } from '@daytonaio/sdk'
import { checkAmount, checkKeys, checkPoint, checkText } from './check-input.js'
import type { DesktopAccess } from './desktop-access.js'

const provider = 'daytona'
/** Where the vendor's desktop can be looked at with a browser. */
const viewerPort = 6080

/**
 * The desktop of a Daytona machine. It is started by its first use, or by `start()`: one request for each machine, beside
 * those of what is done. Needs an image that the vendor's desktop runs in.
 *
 * Methods throw `SandboxError` INVALID_ARGUMENT before anything is sent, `SandboxUnsupportedFeatureError` where the machine
 * has no desktop, and what the provider failed with.
 */
export class DaytonaComputer implements SandboxComputer {
  readonly #access: DesktopAccess
  /** Starts by machine, shared by all that use it. */
  readonly #starts = new WeakMap<Sandbox, Promise<void>>()

  constructor(access: DesktopAccess) {
    this.#access = access
  }

  /** Starts the desktop, unless this host has done so already. */
  async start(): Promise<void> {
    await this.#use('start the desktop', async () => undefined)
  }

  async screenshot(): Promise<{ data: Uint8Array; mediaType: 'image/png' }> {
    const { screenshot = '' } = await this.#use('take a screenshot', (desktop) => desktop.screenshot.takeFullScreen())
    const data = Buffer.from(screenshot, 'base64')
    if (data.length === 0) throw unusable('screenshot')
    return { data: new Uint8Array(data), mediaType: 'image/png' }
  }

  async leftClick(x: number, y: number): Promise<void> {
    await this.#click(x, y, 'left')
  }

  async rightClick(x: number, y: number): Promise<void> {
    await this.#click(x, y, 'right')
  }

  async doubleClick(x: number, y: number): Promise<void> {
    await this.#click(x, y, 'left', true)
  }

  async moveMouse(x: number, y: number): Promise<void> {
    checkPoint({ x, y })
    await this.#use('move the mouse', ({ mouse }) => mouse.move(x, y))
  }

  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    checkPoint(from)
    checkPoint(to)
    await this.#use('drag', ({ mouse }) => mouse.drag(from.x, from.y, to.x, to.y))
  }

  /** Scrolls where the mouse is, which is one more request. */
  async scroll(direction: 'up' | 'down', amount: number): Promise<void> {
    checkAmount(direction, amount)
    const isDone = await this.#use('scroll', async ({ mouse }) => {
      const { x = 0, y = 0 } = await mouse.getPosition()
      return mouse.scroll(x, y, direction, amount)
    })
    if (!isDone) throw unusable('scroll')
  }

  async type(text: string): Promise<void> {
    checkText(text)
    await this.#use('type', ({ keyboard }) => keyboard.type(text))
  }

  async press(key: string | string[]): Promise<void> {
    const { last, modifiers } = checkKeys(key)
    await this.#use('press a key', ({ keyboard }) => keyboard.press(last, modifiers))
  }

  async getScreenSize(): Promise<{ width: number; height: number }> {
    const { displays = [] } = await this.#use('find the size of the screen', ({ display }) => display.getInfo())
    const { width, height } = displays.find(({ isActive }) => isActive) ?? displays[0] ?? {}
    if (width === undefined || height === undefined) throw unusable('size of the screen')
    return { width, height }
  }

  async getCursorPosition(): Promise<{ x: number; y: number }> {
    const { x, y } = await this.#use('find the mouse', ({ mouse }) => mouse.getPosition())
    if (x === undefined || y === undefined) throw unusable('position of the mouse')
    return { x, y }
  }

  /** Address of a viewer for browsers, once the desktop runs. `null` where there is no machine. Wakes nothing. */
  async streamUrl(): Promise<string | null> {
    return this.#access.portUrl(viewerPort)
  }

  async #click(x: number, y: number, button: 'left' | 'right', isDouble = false): Promise<void> {
    checkPoint({ x, y })
    await this.#use('click', ({ mouse }) => mouse.click(x, y, button, isDouble))
  }

  async #use<T>(operation: string, call: (desktop: ComputerUse) => Promise<T>): Promise<T> {
    return this.#access.use(operation, async (sandbox) => {
      await this.#startOnce(sandbox)
      return call(sandbox.computerUse)
    })
  }

  async #startOnce(sandbox: Sandbox): Promise<void> {
    const known = this.#starts.get(sandbox)
    const start = known ?? startDesktop(sandbox)
    if (known === undefined) this.#starts.set(sandbox, start)
    try {
      await start
    } catch (error) {
      if (this.#starts.get(sandbox) === start) this.#starts.delete(sandbox)
      throw error
    }
  }
}

/** The daemon of a machine whose image has no desktop says that the service is unavailable, and always will. */
async function startDesktop(sandbox: Sandbox): Promise<void> {
  try {
    await sandbox.computerUse.start()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const message = 'The machine has no desktop: option computerUse needs an image that the vendor’s desktop runs in'
    throw new SandboxUnsupportedFeatureError(message, undefined, { provider, cause: error })
  }
}

function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { statusCode, source } = error as { statusCode?: unknown; source?: unknown }
  return statusCode === 503 && source === 'DAYTONA_DAEMON'
}

function unusable(what: string): SandboxProviderError {
  return new SandboxProviderError(`daytona: the desktop answered without a ${what}`, 'UNAVAILABLE', undefined, {
    provider,
    retry: 'ambiguous',
  })
}
