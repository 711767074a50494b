import type { FileEdge } from './file-graph.ts'
import type { ArchitectureRules, FolderRule, Violation } from './rules.ts'

const rule = 'folder-edge'

/** The first folder below the root of a rule; undefined for files that lie in the root itself. */
function folderOf(root: string, file: string): string | undefined {
  if (!file.startsWith(`${root}/`)) return undefined
  const [folder, ...rest] = file.slice(root.length + 1).split('/')
  return rest.length === 0 ? undefined : folder
}

function checkEdge({ root, edges }: FolderRule, { from, to, line }: FileEdge): Violation[] {
  const source = folderOf(root, from)
  if (source === undefined) return []
  const allowed = edges[source]
  if (allowed === undefined) {
    return [{ rule, file: from, line, message: `architecture.json has no row for the folder ${root}/${source}` }]
  }
  if (!to.startsWith(`${root}/`)) return []
  const target = folderOf(root, to)
  if (target === undefined) {
    return [
      { rule, file: from, line, message: `imports the entry ${to}: entries are for users, import the file itself` },
    ]
  }
  if (target === source || allowed.includes(target)) return []
  const list = allowed.length === 0 ? 'no other folder' : `only ${allowed.join(', ')}`
  return [{ rule, file: from, line, message: `${source} imports ${target} (${to}); it may import ${list}` }]
}

/** Which folders of one source tree import which. */
export function checkFolderEdges(graph: readonly FileEdge[], rules: ArchitectureRules): Violation[] {
  return rules.folders.flatMap((folders) => graph.flatMap((edge) => checkEdge(folders, edge)))
}
