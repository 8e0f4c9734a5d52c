import { createServer } from 'node:http'
import { Session } from 'chdb'

// `node chdbServer.mjs <folder> <port>`: runs ClickHouse's engine as a server, for tests: accepts what the client sends
// over HTTP, one query at a time. SQL, types, merges and codecs are the real ones; users, replicas and the HTTP
// settings of a server are missing.

const [folder, port] = process.argv.slice(2)
const session = new Session(folder)
/** Settings of a query that are applied; the other parameters belong to the HTTP layer. */
const SETTINGS = new Set([
  'do_not_merge_across_partitions_select_final',
  'max_partitions_per_insert_block',
  'max_query_size',
])

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/ping') return void response.end('Ok.\n')
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const query = [searchParams.get('query'), Buffer.concat(chunks).toString()].filter(Boolean).join('\n')
  try {
    session.query(`use \`${searchParams.get('database') ?? 'default'}\``)
    for (const [name, value] of searchParams) if (SETTINGS.has(name)) session.query(`set ${name} = ${Number(value)}`)
    response.end(session.query(query, 'TabSeparated'))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const [, code = '1'] = /Code: (\d+)/.exec(message) ?? []
    response.writeHead(500, { 'x-clickhouse-exception-code': code })
    response.end(message)
  }
})
server.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
