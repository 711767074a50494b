import type { Content } from './content.js'

/** Does something with a content that is to be kept, and lets go of it when that fails. */
export async function releaseOnFailure<Value>(content: Content, keep: () => Promise<Value> | Value): Promise<Value> {
  try {
    return await keep()
  } catch (error) {
    content.release()
    throw error
  }
}
