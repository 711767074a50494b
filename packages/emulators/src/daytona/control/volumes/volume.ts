/** The states of the vendor that volumes here can be in. */
export type VolumeState = 'creating' | 'deleting' | 'error' | 'pending_create' | 'pending_delete' | 'ready'

/** Something is under way that ends by itself. */
export function isPassing({ state }: Pick<Volume, 'state'>): boolean {
  return state !== 'ready' && state !== 'error'
}

/** A directory that sandboxes share. */
export interface Volume {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** Its files, on this computer. */
  readonly directory: string
  state: VolumeState
  errorReason: string | null
  updatedAt: Date
  lastUsedAt: Date | null
}
