import { CONTROL_KEY } from '../../resources/control.ts'
import { allResources } from '../../resources/index.ts'
import { grantableCode } from '../../resources/kit/access.ts'
import type { Access } from '../../resources/kit/define.ts'
import { menu } from '../../resources/menu.ts'
import type { Call, TestPlatform } from './server.ts'

/**
 * Two projects side by side, made over the wire: what a user of one project may not see always belongs to the other.
 */
export interface Scene {
  projects: { a: number; b: number }
  areas: { a: number; below: number; b: number }
  product: number
  node: number
  nodemap: number
  gateways: { a: number; b: number }
  devices: { a: number; below: number; b: number }
  root: Call & { token: string }
}

/** All permission keys, as a project administrator may hold them. */
export const allKeys: readonly string[] = [
  ...menu.flatMap((group) => [group.key, ...group.entries.map((entry) => entry.key)]),
  ...allResources.flatMap((resource) => [
    resource.menuKey,
    ...Object.values<Access>(resource.access)
      .map(grantableCode)
      .filter((code) => code !== null),
  ]),
  CONTROL_KEY,
]

/**
 * Users: `root` (super administrator), `adminA` and `adminB` (project administrators with all keys), `viewerA` (may
 * only watch), `localA` (all keys, but only in the lower area of project A).
 */
export async function buildScene(server: TestPlatform): Promise<Scene> {
  const root = await server.signIn('root')
  const make = async (api: string, body: object): Promise<number> => {
    const answer = await root<{ id: number }>('POST', api, body)
    if (answer.code !== 0) throw new Error(`${api}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data.id
  }
  const projects = {
    a: await make('godbProject', { name: 'Project A', ico: '/upload/a.png' }),
    b: await make('godbProject', { name: 'Project B', ico: '/upload/b.png' }),
  }
  const a = await make('godbDistrict', { name: 'Area A', superid: 1, project_id: projects.a })
  const areas = {
    a,
    below: await make('godbDistrict', { name: 'Area A below', superid: a, project_id: projects.a }),
    b: await make('godbDistrict', { name: 'Area B', superid: 1, project_id: projects.b }),
  }
  const product = await make('godbDevicetype', { name: 'Air station', product_type: 1 })
  const node = await make('godbNode', {
    name: 'PM2.5',
    datatype: 5,
    registertype: 4,
    unitname: 'µg/m³',
    imginfo: '/upload/node.png',
    min_value: 0,
    max_value: 500,
  })
  const nodemap = await make('godbNodemap', { devicetype_id: product, node_id: node, alias: 'PM2.5', nodeaddr: 1 })
  const gateways = {
    a: await make('godbGateway', { name: 'Gateway A', regcode: '1001', protocol_type: 1, project_id: projects.a }),
    b: await make('godbGateway', { name: 'Gateway B', regcode: '1002', protocol_type: 1, project_id: projects.b }),
  }
  const device = (name: string, sn: string, project_id: number, district_id: number, gateway_id: number) =>
    make('godbDevice', {
      name,
      sn,
      project_id,
      district_id,
      gateway_id,
      devicetype_id: product,
      issingle: 0,
      acquisition_cycle: 30,
      save_cycle: 5,
    })
  const devices = {
    a: await device('Device A', '2001', projects.a, areas.a, gateways.a),
    below: await device('Device A below', '2002', projects.a, areas.below, gateways.a),
    b: await device('Device B', '2003', projects.b, areas.b, gateways.b),
  }
  const menu_control = JSON.stringify(allKeys)
  await server.addUser({ username: 'adminA', project_id: projects.a, menu_control })
  await server.addUser({ username: 'adminB', project_id: projects.b, menu_control })
  await server.addUser({ username: 'viewerA', project_id: projects.a, menu_control: '["2-1"]' })
  await server.addUser({ username: 'localA', project_id: projects.a, menu_control, distr_map: String(areas.below) })
  return { projects, areas, product, node, nodemap, gateways, devices, root }
}
