import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import packageFile from '../../package.json' with { type: 'json' }
import { serverEnvironment, serverFlags } from '../../scripts/server.mjs'
import { PARTS, ROLES, type Role } from '../../server/roles.ts'
import { readSettings } from '../../server/settings.ts'

const read = (path: string): string => readFileSync(path, 'utf8')
const COMMAND = ['node', ...serverFlags, 'dist/server/main.js']
const IMAGE = `environment-console:${packageFile.version}`
/** Settings that the server reads. */
const settings = new Set(
  [...read('server/settings.ts').matchAll(/\b(?:text|whole|oneOf|address)\('([A-Z][A-Z0-9_]+)'/g)].map(
    ([, name]) => name,
  ),
)
/** Variables that Node and the C library read. */
const surroundings = new Set(['NODE_ENV', ...Object.keys(serverEnvironment)])
const unknown = (names: readonly string[]): string[] =>
  names.filter((name) => !settings.has(name) && !surroundings.has(name))
const parts: readonly Role[] = ROLES.filter((role) => role !== 'all')
const addresses = [...read('server/http/health.ts').matchAll(/^ {4}'(\/\w+)',$/gm)].map(([, address]) => address)

/** Whether the server would start with these settings. */
const starts = (environment: Readonly<Record<string, string>>): boolean =>
  readSettings(environment, null).role !== undefined

describe('deploy/Dockerfile', () => {
  const steps = read('deploy/Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, string] => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)])
  const of = (name: string): string[] => steps.flatMap(([step, rest]) => (step === name ? [rest] : []))

  it('has only known steps and two stages on the Node version of package.json', () => {
    const known = new Set('FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL CMD'.split(' '))
    expect(steps.filter(([step]) => !known.has(step))).toEqual([])
    expect(of('FROM')).toEqual(['node:20-bookworm-slim AS build', 'node:20-bookworm-slim'])
    expect(packageFile.engines.node).toBe('>=20.19')
  })
  it('has the image name that deploy/README.md builds', () => {
    expect(read('deploy/README.md')).toContain(`-t ${IMAGE} .`)
  })
  it('uses only scripts and files that exist', () => {
    for (const [, script = ''] of of('RUN')
      .join('\n')
      .matchAll(/npm run (\w+)/g))
      expect(Object.keys(packageFile.scripts)).toContain(script)
    const copied = of('COPY').filter((rest) => !rest.startsWith('--from'))
    for (const file of copied.flatMap((rest) => rest.split(' ').slice(0, -1))) expect(existsSync(file), file).toBe(true)
  })
  it('starts the server with the same flags as the scripts, and not as root', () => {
    expect(JSON.parse(of('CMD')[0] ?? '')).toEqual(COMMAND)
    expect(read('scripts/build.mjs')).toContain("entry: 'dist/server/main.js'")
    expect(of('USER')).toEqual(['node'])
    const environment = Object.fromEntries(of('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('='))))
    expect(unknown(Object.keys(environment))).toEqual([])
    expect(environment).toMatchObject(serverEnvironment)
  })
})

interface Service {
  image: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: string[] | Record<string, object>
}

/** Uncomments the lines for a telemetry log and a history in ClickHouse. */
const takenIn = (text: string): string =>
  text.replaceAll(/^( +)# (?=(?:BUS_URL|TELEMETRY_LOG|HISTORY_URL|nats|clickhouse):|  )/gm, '$1')

describe.each([
  { form: 'as delivered', text: read('deploy/compose.yaml'), more: [] },
  { form: 'with all optional services', text: takenIn(read('deploy/compose.yaml')), more: ['clickhouse', 'nats'] },
])('deploy/compose.yaml $form', ({ text, more }) => {
  const compose = parse(text, { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, object>
  }
  const services = Object.entries(compose.services)
  const ours = services.filter(([, { build }]) => build)

  it('runs each role once, with known settings and URLs of existing services', () => {
    expect(services.flatMap(([name]) => (['clickhouse', 'nats'].includes(name) ? [name] : [])).toSorted()).toEqual(more)
    expect(ours.map(([name]) => name).toSorted()).toEqual(parts.toSorted())
    for (const [name, { image, environment = {}, build }] of ours) {
      expect(image).toBe(IMAGE)
      expect(existsSync(`deploy/${build?.context}/${build?.dockerfile}`)).toBe(true)
      expect(unknown(Object.keys(environment))).toEqual([])
      expect(environment.ROLE).toBe(name)
      expect(starts(environment)).toBe(true)
      for (const [setting, value] of Object.entries(environment))
        if (setting.endsWith('_URL')) expect(Object.keys(compose.services)).toContain(new URL(value).hostname)
    }
  })
  it('refers only to existing services, volumes and files', () => {
    for (const [, { depends_on = [], volumes = [] }] of services) {
      for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        expect(Object.keys(compose.services)).toContain(name)
      for (const [source = ''] of volumes.map((volume) => volume.split(':')))
        expect(source.startsWith('./') ? existsSync(`deploy/${source}`) : source in compose.volumes, source).toBe(true)
    }
    const upstreams = [...read('deploy/nginx.conf').matchAll(/set \$\w+ (\w+):8080/g)].map(([, name]) => name)
    expect(upstreams.toSorted()).toEqual(['ingest', 'web'])
  })
})

interface Manifest {
  kind: string
  metadata: { name: string }
  stringData?: Record<string, string>
  data?: Record<string, string>
  spec: {
    replicas: number
    minAvailable: number
    selector: Record<string, string> & { matchLabels: Record<string, string> }
    template: { metadata: { labels: Record<string, string> }; spec: { containers: Container[] } }
    rules: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[]
  }
}
type Probe = { httpGet: { path: string; port: string } }
interface Container {
  image: string
  env: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
}

describe('deploy/kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml'))
  const manifests = documents.map((document) => document.toJS() as Manifest)
  const of = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind)
  const shared = Object.assign(
    {},
    ...of('Secret').map(({ stringData }) => stringData),
    ...of('ConfigMap').map(({ data }) => data),
  ) as Record<string, string>

  it('parses without errors and gives each object a unique kind and name', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([])
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.includes('undefined'))).toEqual([])
  })
  it('deploys each role with known settings and existing probe paths', () => {
    expect(
      of('Deployment')
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    ).toEqual(parts.map((role) => `console-${role}`).toSorted())
    expect(unknown(Object.keys(shared))).toEqual([])
    for (const { metadata, spec } of of('Deployment')) {
      const [container] = spec.template.spec.containers
      const own = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? [])
      expect(unknown(Object.keys(own))).toEqual([])
      expect(`console-${own.ROLE}`).toBe(metadata.name)
      expect(starts({ ...shared, ...own })).toBe(true)
      expect(container?.image).toBe(IMAGE)
      expect(container?.livenessProbe.httpGet.path).toBe('/healthz')
      expect(container?.readinessProbe.httpGet.path).toBe('/readyz')
      for (const probe of [container?.startupProbe, container?.livenessProbe, container?.readinessProbe]) {
        expect(addresses).toContain(probe?.httpGet.path)
        expect(container?.ports.map(({ name }) => name)).toContain(probe?.httpGet.port)
      }
    }
  })
  it('keeps a replica of each role during a drain and routes requests to the right role', () => {
    const labels = of('Deployment').map(({ spec }) => spec.template.metadata.labels)
    for (const { spec } of of('Deployment')) expect(labels).toContainEqual(spec.selector.matchLabels)
    expect(of('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels)).toEqual(labels)
    for (const [at, { spec }] of of('PodDisruptionBudget').entries())
      expect(of('Deployment')[at]?.spec.replicas).toBeGreaterThan(spec.minAvailable)
    for (const { metadata, spec } of of('Service')) {
      expect(labels).toContainEqual({ ...spec.selector })
      const part = PARTS[metadata.name.replace('console-', '') as Role]
      expect(part.intake || part.console).toBe(true)
    }
    const paths = of('Ingress').flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths))
    expect(paths.map(({ path, backend }) => [path, backend.service.name])).toEqual([
      ['/v1/telemetry', 'console-ingest'],
      ['/', 'console-web'],
    ])
  })
})

describe.each(['console.service', 'console@.service'])('deploy/systemd/%s', (name) => {
  const lines = read(`deploy/systemd/${name}`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const of = (key: string): string[] =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []))

  it('has only sections and keys, and starts the server with the same flags as the scripts', () => {
    expect(lines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z]\w+=.*)$/.test(line))).toEqual([])
    expect(of('ExecStart')).toEqual([`/usr/bin/${COMMAND.join(' ')}`])
    expect(unknown(of('Environment').map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
  })
  it('is the unit of docs/operators.md, except for the role', () => {
    const shown = /```ini\n([\s\S]*?)```/.exec(read('docs/operators.md'))?.[1]?.split('\n').filter(Boolean) ?? []
    const added = lines.filter((line) => !shown.includes(line))
    if (name === 'console.service') expect(lines).toEqual(shown)
    else
      expect(added).toEqual([
        'Description=City environment console, role %i',
        'EnvironmentFile=-/etc/console-%i.env',
        'Environment=ROLE=%i',
      ])
  })
  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('passes systemd-analyze', () => {
    const { stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', `deploy/systemd/${name.replace('@', '@web')}`],
      {
        encoding: 'utf8',
      },
    )
    expect(
      stderr.split('\n').filter((line) => /unknown|invalid|failed to parse/i.test(line) && line.includes('console')),
    ).toEqual([])
  })
})
