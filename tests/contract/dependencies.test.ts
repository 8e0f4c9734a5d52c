import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { dependencies } from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Named to have a single copy of what the listed packages need; no file of the project imports these. */
const beside: ReadonlySet<string> = new Set([
  '@emotion/cache',
  '@emotion/react',
  '@emotion/styled',
  '@mui/system',
  '@mui/utils',
  'fastify-plugin',
  'ra-core',
  'ra-ui-materialui',
  'react-is',
  'react-router',
])

const sources = ['src', 'server', 'dataProvider', 'authProvider', 'i18n', 'resources', 'scripts', 'vite.config.ts']
  .flatMap((folder) =>
    folder.endsWith('.ts')
      ? [folder]
      : readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.(m?ts|tsx|mjs|css)$/.test(name))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

describe('package dependencies', () => {
  it('are all imported', () => {
    const unused = Object.keys(dependencies).filter(
      (name) => !beside.has(name) && !new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(sources),
    )
    expect(unused).toEqual([])
  })

  it('are exactly those listed in docs/decisions/0001-dependencies.md', () => {
    const page =
      readFileSync(join(root, 'docs/decisions/0001-dependencies.md'), 'utf8').split('## For building')[0] ?? ''
    const named = page
      .split('\n')
      .flatMap((line) => line.match(/^\| ([^|]+) \|/)?.[1]?.split(', ') ?? [])
      .map((name) => name.split(' ')[0] ?? '')
      .filter((name) => name !== 'package' && !name.startsWith('---'))
    const overridden = ['light-my-request', '@nats-io/nuid']
    expect([...new Set(named)].toSorted()).toEqual([...Object.keys(dependencies), ...overridden].toSorted())
  })
})
