import type { MountRecipe } from '../recipes/mount-recipe.js'

/** One mount as the script does it. */
export interface MountPlan {
  /** Names it in the script and in what that prints; from 1. */
  readonly index: number
  readonly mountPath: string
  readonly configHash: string
  readonly recipe: MountRecipe
  readonly refresh: boolean
  readonly expiresAtMs?: number | undefined
  /** Index of the nearest mount of the same script above this one. */
  readonly above?: number | undefined
  /** How many of them are above. */
  readonly depth: number
}
