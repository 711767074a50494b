import type { FuseMountConfig } from '../mount-config.js'
import { blobfuse2Recipe } from './blobfuse2-recipe.js'
import { gcsfuseRecipe } from './gcsfuse-recipe.js'
import type { MountRecipe } from './mount-recipe.js'
import { s3fsRecipe } from './s3fs-recipe.js'

/** How a configuration that passed all rules is mounted. */
export function makeRecipe(config: FuseMountConfig): MountRecipe {
  if (config.type === 's3') return s3fsRecipe(config)
  return config.type === 'gcs' ? gcsfuseRecipe(config) : blobfuse2Recipe(config)
}
