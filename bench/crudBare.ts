import { join } from 'node:path'
import Fastify from 'fastify'
import Database from 'libsql'

/** The baseline: prepared statements in a route, without sign-in, permissions, validation or log. */
export async function startBare(
  folder: string,
  rows: number,
): Promise<{ url: string; headers: Record<string, string> }> {
  const db = new Database(join(folder, 'bare.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  db.exec(`create table gateway (id integer primary key autoincrement, created_at integer not null, updated_at integer not null, name text, regcode text, protocol_type integer,
    iccid text, iccid_firm integer, project_id integer, issingle integer, explained text);
    create unique index unique_regcode on gateway (regcode); create index index_project on gateway (project_id)`)
  const columns = 'name, regcode, protocol_type, project_id, issingle, explained, created_at, updated_at'
  const insert = db.prepare(`insert into gateway (${columns}) values (?, ?, ?, ?, 0, ?, ?, ?) returning id`)
  db.exec('begin')
  for (let i = 0; i < rows; i++) insert.get(`Gateway ${i}`, String(i), 1, 1, null, 1, 1)
  db.exec('commit')

  const list = db.prepare('select * from gateway order by id desc limit ? offset ?')
  const total = db.prepare('select count(*) as total from gateway')
  const like = "(lower(name) like lower(?) escape '\\' or lower(regcode) like lower(?) escape '\\')"
  const found = db.prepare(`select * from gateway where ${like} order by id desc limit ? offset ?`)
  const foundTotal = db.prepare(`select count(*) as total from gateway where ${like}`)
  const one = db.prepare('select * from gateway where id = ?')
  const rename = db.prepare('update gateway set name = ?, updated_at = ? where id = ?')

  const app = Fastify()
  app.get<{ Querystring: { page_size: string; current: string; search?: string } }>(
    '/v1/godbGateway',
    async ({ query }) => {
      const size = Number(query.page_size)
      const offset = (Number(query.current) - 1) * size
      if (!query.search) return { code: 0, msg: '', data: { list: list.all(size, offset), ...(total.get() as object) } }
      const text = `%${query.search}%`
      return {
        code: 0,
        msg: '',
        data: { list: found.all(text, text, size, offset), ...(foundTotal.get(text, text) as object) },
      }
    },
  )
  app.post<{
    Body: { name: string; regcode: string; protocol_type: number; project_id: number; explained: { String: string } }
  }>('/v1/godbGateway', async ({ body }) => {
    const now = Date.now()
    const { id } = insert.get(
      body.name,
      body.regcode,
      body.protocol_type,
      body.project_id,
      body.explained.String,
      now,
      now,
    ) as { id: number }
    return { code: 0, msg: '', data: one.get(id) }
  })
  app.put<{ Params: { id: string }; Body: { name: string } }>('/v1/godbGateway/:id', async ({ params, body }) => {
    rename.run(body.name, Date.now(), Number(params.id))
    return { code: 0, msg: '', data: one.get(Number(params.id)) }
  })
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), headers: {} }
}
