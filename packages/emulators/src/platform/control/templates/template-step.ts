/** What machines of a template are given. */
export interface TemplateResources {
  readonly cpuCount?: number | undefined
  readonly memoryMB?: number | undefined
}

/** One thing that a template is made with, in the order in which they are done. */
export type TemplateStep =
  | { readonly kind: 'resources'; readonly resources: TemplateResources }
  | { readonly kind: 'command'; readonly command: string; readonly asRoot: boolean }
  | { readonly kind: 'workDir'; readonly path: string }
  | { readonly kind: 'env'; readonly env: Readonly<Record<string, string>> }

/** A definition that was checked. */
export interface TemplatePlan {
  /** With the names of the methods, for messages. */
  readonly steps: readonly { readonly method: string; readonly step: TemplateStep }[]
  /** The last that were said. */
  readonly resources: TemplateResources
  readonly family: string | undefined
}
