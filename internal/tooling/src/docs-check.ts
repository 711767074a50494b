import { checkDocuments } from './docs/check-documents.ts'
import { repositoryRoot } from './repository-root.ts'

const { fileCount, blockCount, problems } = checkDocuments(repositoryRoot)
for (const { file, line, message } of problems) process.stdout.write(`${file}:${line} ${message}\n`)
process.stdout.write(`${fileCount} files, ${blockCount} code blocks, ${problems.length} problems\n`)
process.exitCode = problems.length === 0 ? 0 : 1
