import { ToolboxError } from '../http/toolbox-error.js'

/** Reads permissions in octal, such as `755` or `0644`. */
export function parseMode(text: string): number {
  if (!/^(?:0o)?[0-7]{1,5}$/.test(text) || Number.parseInt(text.replace('0o', ''), 8) > 0o7777) {
    throw new ToolboxError(400, `bad request: invalid mode format: ${text}`)
  }
  return Number.parseInt(text.replace('0o', ''), 8)
}
