// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { addDevices, groupOf, modelOf } from '../../src/alarms/rule/bulk/addDevices.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { answerNamed } from './namedCalls.ts'

const device = resourceOf('manage/device')
const threshold = resourceOf('alarmConfig/threshold')
let platform: FakePlatform
/** The button's code is a chunk of its own. */
beforeAll(() => import('../../src/alarms/rule/bulk/RuleButton.tsx'))
beforeEach(() => {
  forgetCapabilities()
  platform = startPlatform()
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('godbDistrict', [
    { id: 4, name: '长安区', superid: 1, project_id: 1 },
    { id: 5, name: '桥西区', superid: 1, project_id: 1 },
  ])
  platform.rows.set('godbDevicetype', [{ id: 1, name: '空气站' }])
  const row = (id: number, name: string, given: object = {}) => ({
    ...sample(device, id),
    id,
    name,
    project_id: 1,
    district_id: 4,
    devicetype_id: 1,
    ...given,
  })
  platform.rows.set('godbDevice', [
    row(11, '空气一号'),
    row(12, '空气二号'),
    row(13, '空气三号', { district_id: 5 }),
    row(14, '水位一号', { devicetype_id: 2 }),
  ])
  const rule = (id: number, name: string, given: object = {}) => ({
    ...sample(threshold, id),
    id,
    name,
    project_id: 1,
    district_id: 4,
    device_list: '11',
    nodemap_id: 21,
    scope: null,
    limits: null,
    conditions: null,
    schedule: null,
    ...given,
  })
  platform.rows.set('godbThreshold', [
    rule(7, '按设备'),
    rule(8, '按范围', { device_list: '11', scope: '{"model":1,"area":4,"except":[12]}' }),
    rule(9, '水位', { device_list: '14' }),
  ])
  answerNamed(platform, () => ({
    capabilities: () => ({ code: 0, data: { extensions: ['alarm-rules', 'sort'] } }),
    godbNodemapByType: () => ({ code: 0, data: [{ id: 21, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 }] }),
    godbAlarminfoByProId: () => ({ code: 0, data: [] }),
    godbAllHistoricaldataById: () => ({ code: 0, data: [] }),
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function asks(...names: string[]) {
  await openScreen(device, '/manage/device')
  for (const name of names) fireEvent.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }))
  fireEvent.click(await screen.findByRole('button', { name: '设置报警规则' }))
  return within(await screen.findByRole('dialog', { name: `为 ${names.length} 台设备设置报警规则` }))
}
async function choose(dialog: Awaited<ReturnType<typeof asks>>, name: string) {
  const box = await dialog.findByRole('combobox', { name: '已有规则' })
  fireEvent.mouseDown(box)
  fireEvent.click(await screen.findByRole('option', { name }))
}
const saved = () => platform.sent.filter(({ method, path }) => method === 'PUT' && path.startsWith('godbThreshold'))

describe('rule dialog for selected devices', () => {
  it('adds the devices to an existing rule of the same model', async () => {
    const dialog = await asks('空气一号', '空气二号')
    fireEvent.mouseDown(await dialog.findByRole('combobox', { name: '已有规则' }))
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('option')
          .map(({ textContent }) => textContent)
          .toSorted(),
      ).toEqual(['按范围', '按设备']),
    )
    fireEvent.click(screen.getByRole('option', { name: '按设备' }))
    expect(dialog.getByText('该规则将再监视 1 台设备')).toBeTruthy()
    expect(dialog.getByText('1 台已在该规则中')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: '加入规则' }))
    await waitFor(() => expect(saved()).toMatchObject([{ path: 'godbThreshold/7', body: { device_list: '11,12' } }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull()
  })

  it('removes exceptions from a scope and names devices outside of it', async () => {
    const dialog = await asks('空气二号', '空气三号')
    await choose(dialog, '按范围')
    expect(await dialog.findByText('1 台设备不再除外')).toBeTruthy()
    expect(dialog.getByText('1 台不在该规则的范围内：空气三号')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: '加入规则' }))
    await waitFor(() =>
      expect(saved()).toMatchObject([{ path: 'godbThreshold/8', body: { scope: '{"model":1,"area":4}' } }]),
    )
  })

  it('shows the server’s message and keeps the choice when saving is rejected', async () => {
    platform.refuse = ({ method, path }) =>
      method === 'PUT' && path === 'godbThreshold/7' ? { status: 400, code: 400, msg: '最多选择 1000 台设备' } : null
    const dialog = await asks('空气二号')
    await choose(dialog, '按设备')
    fireEvent.click(dialog.getByRole('button', { name: '加入规则' }))
    expect(await dialog.findByText('最多选择 1000 台设备')).toBeTruthy()
    expect((dialog.getByRole('combobox') as HTMLInputElement).value).toBe('按设备')
  })

  it('opens the form of a new rule with the devices filled in', async () => {
    const dialog = await asks('空气一号', '空气二号')
    fireEvent.click(dialog.getByRole('button', { name: '新建规则' }))
    const form = within(await screen.findByRole('dialog', { name: '新建阈值' }))
    // The preview is drawn anew once its code and the names are loaded.
    const preview = () => form.getByRole('region', { name: '规则预览' })
    await waitFor(() => expect(preview().textContent).toContain('监视 空气一号、空气二号。'))
  })

  it('rejects devices of several models', async () => {
    const dialog = await asks('空气一号', '水位一号')
    expect(dialog.getByText(/一条规则只监视同一项目、同一型号的设备/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: '新建规则' })).toBeNull()
  })

  it('rejects devices of several projects when rules over pollutants are supported', async () => {
    answerNamed(platform, () => ({
      capabilities: () => ({ code: 0, data: { extensions: ['alarm-rules', 'sort', 'alarm-pollutant'] } }),
    }))
    Object.assign(platform.rows.get('godbDevice')?.[1] ?? {}, { project_id: 2 })
    const dialog = await asks('空气一号', '空气二号')
    expect(await dialog.findByText('一条规则只监视同一项目的设备，请重新选择。')).toBeTruthy()
  })

  it('adds devices of several models to a pollutant rule and offers no new rule for them', async () => {
    const extensions = ['alarm-rules', 'sort', 'alarm-pollutant', 'environment', 'environment-measures']
    const nodes = [1, 2].map((model) => ({ id: 10 * model + 11, pollutant: 'pm25', model, unit: 'µg/m³' }))
    answerNamed(platform, () => ({
      capabilities: () => ({ code: 0, data: { extensions } }),
      environment: () => ({ code: 0, data: { nodes, devices: [], projects: [] } }),
    }))
    platform.rows.get('godbThreshold')?.push({
      ...sample(threshold, 10),
      id: 10,
      name: '按指标',
      project_id: 1,
      district_id: 4,
      device_list: '12,13',
      nodemap_id: 21,
      scope: '{"pollutant":1,"except":[11,14]}',
      limits: null,
      conditions: null,
      schedule: null,
    })
    const dialog = await asks('空气一号', '水位一号')
    fireEvent.mouseDown(await dialog.findByRole('combobox', { name: '已有规则' }))
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['按指标']))
    fireEvent.click(screen.getByRole('option', { name: '按指标' }))
    expect(await dialog.findByText('2 台设备不再除外')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: '新建规则' })).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: '加入规则' }))
    await waitFor(() =>
      expect(saved()).toMatchObject([{ path: 'godbThreshold/10', body: { scope: '{"pollutant":1}' } }]),
    )
  })

  it('addDevices, groupOf and modelOf return no change, group or model when nothing applies', () => {
    const rows = [11, 12].map((id) => ({ id, devicetype_id: 1, project_id: 1, district_id: 4 }))
    expect(addDevices({ id: 7, device_list: '11,12' }, rows, [])).toMatchObject({ changes: {}, added: [] })
    const excepted = { id: 8, project_id: 1, scope: '{"model":2,"except":[11,12]}' }
    expect(addDevices(excepted, rows, [])).toMatchObject({ changes: {}, outside: rows })
    expect(groupOf([])).toBeNull()
    expect(modelOf({ id: 7, device_list: '' }, new Map())).toBeNull()
  })
})
