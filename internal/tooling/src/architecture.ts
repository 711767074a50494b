import { checkArchitecture } from './architecture/check-architecture.ts'
import { loadRules } from './architecture/rules.ts'
import { repositoryRoot } from './repository-root.ts'

const { fileCount, violations } = checkArchitecture(repositoryRoot, loadRules(repositoryRoot))
for (const { file, line, rule, message } of violations) process.stdout.write(`${file}:${line} ${rule}: ${message}\n`)
process.stdout.write(`${fileCount} files, ${violations.length} violations\n`)
process.exitCode = violations.length === 0 ? 0 : 1
