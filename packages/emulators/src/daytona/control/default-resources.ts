import type { Resources } from './images.js'

/** What a sandbox has that says nothing about it. */
export const defaultResources: Resources = { cpu: 1, gpu: 0, memory: 1, disk: 3 }
