import { isIP } from 'node:net'
import { ROLES, type Role } from './roles.ts'
import { LANGUAGES, type Language } from '../i18n/types.ts'
import { DATUMS, type Datum } from '../resources/kit/datum.ts'

/** Days of history that the demo city has at most. */
export const HISTORY_DAYS = 30

/**
 * The server's settings (wire.md, "Settings of the server"), read once at start. Other files are given values and never
 * read the environment.
 */
export interface Settings {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  /**
   * A ClickHouse that holds the history, beside the PostgreSQL of the records; null: the history lies with the records.
   */
  historyUrl: string | null
  /** NATS servers (host:port) that carry samples between the processes; null: PostgreSQL carries them. */
  nats: { servers: readonly string[]; user: string | null; password: string | null } | null
  /**
   * Telemetry passes through a log in JetStream, at the servers of BUS_URL, which is created with this number of
   * partitions; null: telemetry goes into the database at once.
   */
  telemetryLog: { partitions: number } | null
  /** Which part of the work this process does (roles.ts). */
  role: Role
  platformUrl: string | null
  /** Folder of entity files (docs/entities.md); null: ./entities, where that folder exists. */
  entitiesDir: string | null
  /**
   * 'auto': on with a fresh embedded data folder, otherwise as the data folder has it; 'public': on, also where HOST is
   * not loopback.
   */
  demo: 'auto' | 'on' | 'off' | 'public'
  /** Language in which the demo's names, units and messages are written when it is seeded. */
  demoLanguage: Language
  /** Days of history that the demo writes for itself. */
  demoDays: number
  /** Language in which the platform writes alarm messages: contacts have no language of their own. */
  alarmLanguage: Language
  /**
   * Address at which people reach the console, without a slash at the end: messages link to it. Null: messages carry no
   * links.
   */
  publicUrl: string | null
  adminPassword: string | null
  passwordMin: number
  captcha: boolean
  mqttUrl: string | null
  /** Whether messages of the broker may arrive without the signature of their device. */
  mqttSigned: 'optional' | 'required'
  /** smtp://user:password@host:port; `?from=` names the sender. */
  smtpUrl: string | null
  /** HTTP address that takes {phone, content, template, sign} as JSON. */
  smsUrl: string | null
  wechat: { appId: string; secret: string } | null
  /**
   * The token typed into the official account's server configuration: signs the scan events that WeChat sends to
   * /v1/wechat/callback.
   */
  wechatToken: string | null
  /** Address of the SIM card lookup, with {firm} and {iccid} to fill in; answers JSON. */
  simUrl: string | null
  /** Raster tiles for the map, with {z}, {x}, {y} and perhaps {s}; null draws the bundled map. */
  tileUrl: string | null
  /** Attribution of the tiles, as plain text. */
  tileAttribution: string
  /** Datum that the tiles are drawn in. */
  tileDatum: Datum
  /** Where stations of HJ 212 connect; null: the port is closed. `cert` and `key` are files of this machine. */
  hj212: { host: string; port: number; tls: { cert: string; key: string } | null } | null
  /** A PMTiles file of this machine, or its http address. */
  pmtiles: string | null
  /** Address of the reverse geocoding service, with {lng} and {lat} (or {gcjlng} and {gcjlat}) to fill in; answers JSON. */
  geocoderUrl: string | null
  /** Whether northbound interfaces may reach private and loopback addresses. */
  northAllowPrivate: boolean
  timeZone: string
  retentionDays: number
  /** How old telemetry of a device, a gateway or a user may be, days. */
  lateDays: number
  liveUrl: string | null
  /** Origins that videos may play from besides those of the stored records. */
  videoHosts: readonly string[]
  /**
   * Origins of further consoles whose pages may open the live feed, as browsers write them; pages of this host always
   * may.
   */
  liveOrigins: readonly string[]
  /** The external editor and viewer of display screens: an address, or a path of this host; {host} stands for the host in use. */
  hmiUrl: string | null
  /**
   * Proxies whose X-Forwarded-* headers are trusted: none, so many in a row, or those with these addresses and
   * networks.
   */
  trustProxy: false | number | readonly string[]
  /** Bearer token with which a program reads /metrics from another machine. */
  metricsToken: string | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Folder of the built console; null: the process serves /v1 only. */
  consoleDir: string | null
}

/**
 * A setting or a start that cannot work: one sentence for the operator who starts the server, without a stack trace.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * Reads the settings from environment variables.
 * @throws {StartError} naming the variable and what it takes
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  consoleDir: string | null,
): Settings {
  const text = (name: string): string | null => environment[name]?.trim() || null
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = text(name) ?? fallback
    if (!(values as readonly string[]).includes(value))
      throw new StartError(`${name} is "${value}"; it takes ${values.join(', ')}.`)
    return value as T
  }
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const value = Number(text(name) ?? fallback)
    if (!Number.isInteger(value) || value < min || value > max)
      throw new StartError(`${name} is "${text(name)}"; it takes a whole number from ${min} to ${max}.`)
    return value
  }
  const address = (name: string, protocols: readonly string[]): string | null => {
    const value = text(name)
    if (value !== null && !(URL.canParse(value) && protocols.includes(new URL(value).protocol)))
      throw new StartError(
        `${name} is not an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      )
    return value
  }
  const demoLanguage = oneOf('DEMO_LANG', LANGUAGES, 'zhCN')
  const platformUrl = address('PLATFORM_URL', ['http:', 'https:'])
  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:'])
  const historyUrl = address('HISTORY_URL', ['clickhouse:', 'clickhouses:'])
  const nats = natsServers(text('BUS_URL'))
  const hasLog = oneOf('TELEMETRY_LOG', ['off', 'jetstream'], 'off') === 'jetstream'
  const role = oneOf('ROLE', ROLES, 'all')
  const demo = oneOf('DEMO', ['auto', 'on', 'off', 'public'], 'auto')
  if (historyUrl !== null && databaseUrl === null)
    throw new StartError(
      'HISTORY_URL needs DATABASE_URL: a history in ClickHouse works with records in PostgreSQL only, not with the embedded database.',
    )
  if (nats !== null && databaseUrl === null)
    throw new StartError(
      'BUS_URL needs DATABASE_URL: NATS carries samples between processes that share a PostgreSQL; the embedded database has one process.',
    )
  if (hasLog && nats === null)
    throw new StartError('TELEMETRY_LOG is "jetstream", which needs NATS servers: set BUS_URL.')
  if (role !== 'all' && databaseUrl === null)
    throw new StartError(
      `ROLE is "${role}", for one of several processes: they need DATABASE_URL, a PostgreSQL that they share.`,
    )
  if (role !== 'all' && platformUrl !== null)
    throw new StartError(
      `ROLE is "${role}", but with PLATFORM_URL this server has no work that could be divided between processes; leave one of them out.`,
    )
  if (role !== 'all' && (demo === 'on' || demo === 'public'))
    throw new StartError(`ROLE is "${role}", and DEMO is "${demo}": the demo city needs ROLE=all.`)
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 8080, 0, 65535),
    dataDir: text('DATA_DIR') ?? './data',
    databaseUrl,
    historyUrl,
    nats,
    telemetryLog: hasLog ? { partitions: whole('TELEMETRY_PARTITIONS', 16, 1, 64) } : null,
    role,
    platformUrl,
    entitiesDir: text('ENTITIES_DIR'),
    demo,
    demoLanguage,
    demoDays: whole('DEMO_DAYS', HISTORY_DAYS, 1, HISTORY_DAYS),
    alarmLanguage: oneOf('ALARM_LANG', LANGUAGES, demoLanguage),
    publicUrl: address('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    adminPassword: text('ADMIN_PASSWORD'),
    passwordMin: whole('PASSWORD_MIN', platformUrl ? 3 : 8, 1, 100),
    captcha: oneOf('CAPTCHA', ['on', 'off'], 'on') === 'on',
    mqttUrl: address('MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']),
    mqttSigned: oneOf('MQTT_SIGNED', ['optional', 'required'], 'optional'),
    smtpUrl: address('SMTP_URL', ['smtp:', 'smtps:']),
    smsUrl: address('SMS_URL', ['http:', 'https:']),
    wechat: pair(text('WX_APPID'), text('WX_SECRET')),
    wechatToken: text('WX_TOKEN'),
    simUrl: address('SIM_URL', ['http:', 'https:']),
    tileUrl: tiles(text('TILE_URL')),
    tileAttribution: text('TILE_ATTRIBUTION') ?? '',
    tileDatum: oneOf('TILE_DATUM', DATUMS, 'WGS84'),
    pmtiles: text('PMTILES'),
    hj212:
      text('HJ212_PORT') === null
        ? null
        : {
            host: text('HJ212_HOST') ?? text('HOST') ?? '127.0.0.1',
            port: whole('HJ212_PORT', 0, 0, 65535),
            tls: certificate(text('HJ212_TLS_CERT'), text('HJ212_TLS_KEY')),
          },
    geocoderUrl: address('GEOCODER_URL', ['http:', 'https:']),
    northAllowPrivate: oneOf('NORTH_ALLOW_PRIVATE', ['on', 'off'], 'off') === 'on',
    timeZone: zone(text('TIME_ZONE') ?? 'Asia/Shanghai'),
    retentionDays: whole('RETENTION_DAYS', 365, 1, 36500),
    lateDays: whole('LATE_DAYS', 30, 1, 36500),
    liveUrl: address('LIVE_URL', ['ws:', 'wss:']),
    videoHosts: videoSources(text('VIDEO_HOSTS')),
    liveOrigins: pageOrigins(text('LIVE_ORIGINS')),
    hmiUrl: hmi(text('HMI_URL')),
    metricsToken: text('METRICS_TOKEN'),
    trustProxy: proxies(text('TRUST_PROXY')),
    logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    consoleDir,
  }
}

function pair(appId: string | null, secret: string | null): Settings['wechat'] {
  if ((appId === null) !== (secret === null))
    throw new StartError('WX_APPID and WX_SECRET go together; one of them is missing.')
  return appId === null || secret === null ? null : { appId, secret }
}

/**
 * Reads `nats://user:password@host:4222`; several servers are separated by commas, and the credentials stand before one
 * of them.
 */
function natsServers(list: string | null): Settings['nats'] {
  if (list === null) return null
  const urls = list.split(',').map((part) => `nats://${part.trim().replace(/^nats:\/\//, '')}`)
  const isServer = (url: string): boolean => URL.canParse(url) && /^[^/]+\/?$/.test(url.slice('nats://'.length))
  if (!list.startsWith('nats://') || !urls.every((url) => isServer(url) && new URL(url).host !== ''))
    throw new StartError(
      'BUS_URL is not an address that starts with nats://, such as nats://user:password@host:4222, with commas between several.',
    )
  const servers = urls.map((url) => new URL(url))
  const named = servers.filter(({ username }) => username !== '')
  const [first] = named
  if (named.some(({ username, password }) => username !== first?.username || password !== first.password))
    throw new StartError('BUS_URL names several users; name the same user for all servers.')
  return {
    servers: servers.map(({ host }) => host),
    user: first ? decodeURIComponent(first.username) : null,
    password: first ? decodeURIComponent(first.password) : null,
  }
}

/** Pairs the certificate and the key of TLS: neither works without the other. */
function certificate(cert: string | null, key: string | null): { cert: string; key: string } | null {
  if ((cert === null) !== (key === null))
    throw new StartError('HJ212_TLS_CERT and HJ212_TLS_KEY go together; one of them is missing.')
  return cert === null || key === null ? null : { cert, key }
}

/** Checks a tile address. Its host may hold {s}, which is not valid in a URL. */
function tiles(template: string | null): string | null {
  if (template === null) return null
  const plain = template.replaceAll('{s}', 'a')
  const isAddress = URL.canParse(plain) && /^https?:$/.test(new URL(plain).protocol)
  if (!isAddress || !['{z}', '{x}', '{y}'].every((part) => template.includes(part)))
    throw new StartError('TILE_URL is not an address that starts with http:// or https:// and holds {z}, {x} and {y}.')
  return template
}

/**
 * Checks the address where display screens are edited: a web address, in which {host} stands for the host in use, or a
 * path.
 */
function hmi(template: string | null): string | null {
  if (template === null) return null
  const plain = template.replaceAll('{host}', 'host')
  if (!/^(\/(?!\/)|https?:\/\/)/.test(plain) || !URL.canParse(plain, 'http://host'))
    throw new StartError(
      'HMI_URL is neither an address that starts with http:// or https:// nor a path that starts with /.',
    )
  return template
}

const namesIn = (list: string | null): readonly string[] => list?.split(/[\s,]+/).filter(Boolean) ?? []

/** Reads origins as a Content-Security-Policy takes them: `*.` stands for all hosts below. */
function videoSources(list: string | null): readonly string[] {
  const names = namesIn(list)
  for (const name of names)
    if (!/^https?:\/\/(\*\.)?[a-z0-9_-][a-z0-9._-]*(:\d+)?$/i.test(name))
      throw new StartError(
        `VIDEO_HOSTS names "${name}"; it takes origins such as https://cameras.example:8443, with commas between them.`,
      )
  return names
}

/**
 * Reads origins as a browser writes those of its pages: in lower case, without the default port. They are compared as
 * whole strings.
 */
const pageOrigins = (list: string | null): readonly string[] =>
  namesIn(list).map((name) => {
    const { origin, href } = new URL(/^https?:\/\//i.test(name) && URL.canParse(name) ? name : 'none:')
    if (href !== `${origin}/` || origin.includes('*'))
      throw new StartError(
        `LIVE_ORIGINS names "${name}"; write each origin out, without * or a path: https://console.example:8443, with commas between them.`,
      )
    return origin
  })

/** Reads which proxies to trust. There is no value `on`: it would trust whatever a caller writes into the header. */
function proxies(value: string | null): Settings['trustProxy'] {
  if (value === null || value === 'off') return false
  if (/^[1-9]\d?$/.test(value)) return Number(value)
  const names = value.split(/[\s,]+/).filter(Boolean)
  if (!names.every(isNetwork))
    throw new StartError(
      `TRUST_PROXY is "${value}"; it takes off, the number of proxies before the server (1 for one), or their addresses with commas between them, such as 127.0.0.1, 10.0.0.0/8.`,
    )
  return names
}

function isNetwork(name: string): boolean {
  const [address = '', bits, ...more] = name.split('/')
  const longest = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  )
}

function zone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw new StartError(`TIME_ZONE is "${name}"; it takes a zone of the tz database, like Asia/Shanghai.`)
  }
}
