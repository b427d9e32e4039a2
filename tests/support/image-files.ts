import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../scripts/lib/files.ts'

/** The stages of the Dockerfile by name. */
export const STAGES: ReadonlyMap<string, string> = new Map(
  readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => [/^FROM \S+ AS (\S+)/.exec(text)?.[1] ?? '', text]),
)

/** Returns the sources that a stage copies from the project, and where to. */
export function copiesOf(stage: string): { from: string; to: string }[] {
  return [...(STAGES.get(stage) ?? '').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) => {
    const paths = words.split(' ')
    const to = paths.at(-1) ?? ''
    return paths.slice(0, -1).map((from) => ({ from, to: to.endsWith('/') ? join(to, basename(from)) : to }))
  })
}

/** Returns the folders with packages that the image has. */
export const packageFolders = (): string[] =>
  [...(STAGES.get('image') ?? '').matchAll(/^COPY --from=packages \/app\/(\S*node_modules) \1$/gm)].flatMap(
    ([, folder = '']) => folder,
  )

/** Puts what the image contains of the project into a folder, with the project's packages. */
export function assembleImage(folder: string): void {
  for (const { from, to } of copiesOf('image')) {
    const target = join(folder, to)
    mkdirSync(join(target, '..'), { recursive: true })
    cpSync(join(ROOT, from), target, {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    })
  }
  for (const packages of packageFolders()) {
    if (existsSync(join(ROOT, packages))) symlinkSync(join(ROOT, packages), join(folder, packages))
  }
}
