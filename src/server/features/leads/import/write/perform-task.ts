import { analyseFile } from '../file/analyse-file.ts'
import { checkFile } from './check-file.ts'
import type { ImportTask, ImportTaskResult } from './import-tasks.ts'
import { writeFile } from './write-file.ts'

/** Does what is asked with a file, in whatever thread it is called. @throws UnreadableFile */
export async function performTask<T extends ImportTask>(task: T): Promise<ImportTaskResult[T['task']]> {
  const result =
    task.task === 'analyse'
      ? await analyseFile(task.path, task.kind, task.choices)
      : task.task === 'check'
        ? await checkFile(task)
        : await writeFile(task)
  return result as ImportTaskResult[T['task']]
}
