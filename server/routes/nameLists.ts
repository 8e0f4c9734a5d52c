import type { FastifyInstance, FastifySchema } from 'fastify'
import { REAL_TIME_KEY } from '../../resources/control.ts'
import { allResources, joinedResources } from '../../resources/index.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { typeOf } from '../../resources/kit/types/index.ts'
import { OPERATIONS_KEY } from '../../resources/pageKeys.ts'
import { scopeOf } from '../crud/scope.ts'
import { signedInOf } from '../http/auth.ts'
import { okText } from '../http/envelope.ts'
import { callSchema } from '../openapi/call.ts'
import { INT, listOf, record, type Schema } from '../openapi/parts.ts'
import type { Platform } from '../platform.ts'

interface NameList {
  table: string
  columns: readonly string[]
  /** Further columns, for callers who hold one of these keys. */
  more?: readonly { keys: readonly string[]; columns: readonly string[] }[]
}

/**
 * The name lists of spec 1 §7 with the columns of wire.md. Every signed-in user may look up names, within the rows they
 * may see.
 */
const lists: Record<string, NameList> = {
  godbProjectNameList: { table: 'project', columns: ['id', 'name', 'pin_code'] },
  // A username is half of a sign-in: only users who manage users, or read the operation log, get it.
  godbSystemuserNameList: {
    table: 'systemuser',
    columns: ['id', 'nickname', 'super_id'],
    more: [{ keys: ['7-1', OPERATIONS_KEY], columns: ['username', 'project_id'] }],
  },
  godbGatewayNameList: { table: 'gateway', columns: ['id', 'name', 'regcode', 'project_id'] },
  godbDevicetypeNameList: { table: 'devicetype', columns: ['id', 'name', 'product_type'] },
  godbDistrictNameList: {
    table: 'district',
    columns: ['id', 'name', 'superid', 'pin_code', 'project_id', 'build_state'],
  },
  godbNodeNameList: { table: 'node', columns: ['id', 'name', 'registertype', 'unitname', 'node_script'] },
  godbNorthDataInfoNameList: { table: 'northdatainfo', columns: ['id', 'north_data_info_name', 'project_id'] },
  // For rules, which name channels.
  alarmChannelNameList: { table: 'alarmchannel', columns: ['id', 'name', 'kind', 'enable', 'project_id'] },
  // For alarms, which are assigned to rosters.
  alarmRosterNameList: { table: 'alarmroster', columns: ['id', 'name', 'project_id'] },
  alarmEscalationNameList: { table: 'alarmescalation', columns: ['id', 'name', 'project_id'] },
  godbDatashowNameList: { table: 'datashow', columns: ['id', 'name', 'district_id', 'project_id'] },
  // Further texts that find a device, for callers who can read them elsewhere: in the live state, and in the list of
  // devices.
  godbDeviceNameList: {
    table: 'device',
    columns: ['id', 'name', 'district_id', 'devicetype_id', 'project_id'],
    more: [
      { keys: [REAL_TIME_KEY, '3-3'], columns: ['sn', 'sn_value', 'gateway_id'] },
      { keys: ['3-3'], columns: ['iccid'] },
    ],
  },
}

/** Registers the name lists. Ten thousand names leave the database as JSON text and are passed on without parsing. */
export async function nameListRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  for (const [name, { table, columns, more = [] }] of Object.entries({ ...lists, ...listsOfJoined() })) {
    const resource = resourceOfTable(table)
    app.get(`/v1/${name}`, { schema: schemaOf(resource, columns, more) }, async (request, reply) => {
      const { caller } = signedInOf(request)
      const further = more.flatMap((extra) => (extra.keys.some((key) => mayOpen(caller, key)) ? extra.columns : []))
      let query = platform.storage.readAny.selectFrom(table).select([...columns, ...further])
      if (resource.tree) query = query.where('id', '!=', resource.tree.root)
      for (const { column, values } of scopeOf(caller, resource, platform.registry)) {
        if (values.length === 0) return okText(reply, '[]')
        query = query.where(column, 'in', values)
      }
      return okText(reply, await platform.storage.jsonText(query.orderBy('id')))
    })
  }
}

/** Returns the name lists of file entities: the columns that name a record and those that narrow the list. */
const listsOfJoined = (): typeof lists =>
  Object.fromEntries(
    joinedResources().map(({ api, table, title, scope, tree }) => {
      const columns = new Set(
        ['id', title, scope.project, scope.district, tree?.parent].filter(
          (column) => column !== null && column !== undefined,
        ),
      )
      return [`${api}NameList`, { table, columns: [...columns] }]
    }),
  )

/** Makes a name list's schema from the definition of its columns. */
function schemaOf(resource: Resource, columns: readonly string[], more: NonNullable<NameList['more']>): FastifySchema {
  const valueOf = (column: string): Schema => {
    const field = resource.fields[column]
    return field ? { anyOf: [{ ...typeOf(field).wire(field) }, { type: 'null' }] } : INT
  }
  const extraColumns = more.flatMap(({ keys, columns: further }) =>
    further.map((column): [string, Schema] => [
      column,
      { ...valueOf(column), description: `With ${keys.join(' or ')}` },
    ]),
  )
  const [noun, nounTW, nouns] = [resource.noun[0], resource.noun[1], resource.label[2]]
  return callSchema({
    group: 'lists',
    label: [`${noun}名称`, `${nounTW}名稱`, `Names: ${nouns}`],
    answer: listOf(
      record(
        {
          ...Object.fromEntries(columns.map((column) => [column, valueOf(column)])),
          ...Object.fromEntries(extraColumns),
        },
        columns,
      ),
    ),
  })
}

function resourceOfTable(table: string): Resource {
  const resource = allResources.find((each) => each.table === table)
  if (!resource) throw new Error(`no resource has the table ${table}`)
  return resource
}
