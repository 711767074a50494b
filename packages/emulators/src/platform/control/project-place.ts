/** Who keeps the machines. */
export type Backend = 'e2b' | 'railway'

/** What the address of a request says before it comes to the matter. */
export interface ProjectPlace {
  readonly projectId: string
  /** `undefined` for addresses of before there was a choice. */
  readonly backend: Backend | undefined
  /** Begins with a slash. */
  readonly rest: string
}

const prefix = /^\/(?:v1|v2|v1\/(railway|e2b))\/projects\/([^/]+)(\/.*)$/

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** Takes the prefix of a project off an address; `undefined` for one that has none. */
export function readProjectPlace(pathname: string): ProjectPlace | undefined {
  const [, backend, project = '', rest = '/'] = prefix.exec(pathname) ?? []
  const projectId = decode(project)
  if (projectId === undefined || projectId === '') return undefined
  return { projectId, backend: backend === 'e2b' || backend === 'railway' ? backend : undefined, rest }
}
