// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import OperationsPage from '../../src/operations/OperationsPage.tsx'
import { answerCalls, filterIn, openPage, type PageAnswer, type PageCall } from './pageWorld.tsx'
import { findRow } from './rows.ts'

const gatewayLabels = { iccid: resourceOf('manage/gateway').fields['iccid']?.label[0] ?? '' }
const at = Date.parse('2026-03-04T05:06:07Z')
const entry = (id: number, given: object = {}) => ({
  id: String(id),
  operation_date: Math.floor(at / 1000),
  operation_table: 'gateway',
  operation_name: '网关',
  operation_type: 'edit',
  project_id: '2',
  user_id: '5',
  nickname: '张三',
  explained: { String: `网关 ${id}`, Valid: true },
  ...given,
})

let sent: PageCall[]
let list: PageAnswer
let details: PageAnswer
beforeEach(() => {
  list = { data: { list: [entry(1), entry(2, { operation_type: '其他', nickname: '', user_id: 8 })], total: '2' } }
  details = {
    data: [
      { field_name: 'name', field_comment: '名称', old_value: '旧', new_value: { String: '新', Valid: true } },
      { field_name: 'iccid', old_value: null, new_value: '1' },
    ],
  }
  sent = answerCalls({
    'GET godbOperationlog': () => list,
    'GET godbOperationdetailsByOperationId': () => details,
    'GET godbProjectNameList': () => ({ data: [{ id: 2, name: '项目二' }] }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const row = (text: string) => findRow(new RegExp(text))

describe('operation log page', () => {
  it('shows time in the platform’s zone, user, action and record, with the user’s id as fallback', async () => {
    await openPage(OperationsPage, '/')
    await waitFor(async () =>
      expect((await row('网关 1')).textContent).toBe('2026-03-04 05:06:07张三修改网关网关 1项目二详情'),
    )
    expect((await row('网关 2')).textContent).toContain('#8其他')
  })

  it('shows projects only to the super administrator', async () => {
    await openPage(OperationsPage, '/', ['2-4'])
    await row('网关 1')
    expect(screen.queryByRole('columnheader', { name: '项目' })).toBeNull()
    expect(sent.some(({ path }) => path === 'godbProjectNameList')).toBe(false)
  })

  it('searches and filters by date and keeps both in the address', async () => {
    const { location } = await openPage(OperationsPage, '/?page=3')
    await row('网关 1')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' 张 ' } })
    fireEvent.blur(screen.getByRole('searchbox'))
    await waitFor(() => expect(filterIn(location)).toEqual({ q: ' 张 ' }))
    fireEvent.change(screen.getByLabelText('开始日期'), { target: { value: '2026-03-01' } })
    await waitFor(() =>
      expect(sent.at(-1)?.query).toEqual({
        page_size: '10',
        current: '1',
        search: '张',
        starttime: String(Date.parse('2026-03-01T00:00:00Z')),
      }),
    )
    fireEvent.click(screen.getByRole('button', { name: '重置' }))
    await waitFor(() => expect(filterIn(location)).toEqual({}))
  })

  it('restores list and dialog from an address in the older format', async () => {
    list = { data: { list: [entry(1)], total: 25 } }
    const { location } = await openPage(OperationsPage, '/?search=张&project=2&last=2026-03-01&page=2&size=20&open=1')
    await screen.findByRole('dialog', { name: /网关 1/ })
    expect(sent.find(({ path }) => path === 'godbOperationlog')?.query).toEqual({
      page_size: '20',
      current: '2',
      search: '张',
      pro_id: '2',
      endtime: String(Date.parse('2026-03-02T00:00:00Z') - 1),
    })
    expect(filterIn(location)).toEqual({ q: '张', pro_id: 2, last: '2026-03-01' })
    expect(new URLSearchParams(location.search).get('open')).toBe('1')
  })

  it('opens the field changes of an entry', async () => {
    const { location } = await openPage(OperationsPage, '/')
    fireEvent.click(within(await row('网关 1')).getByRole('button', { name: '详情' }))
    expect(location.search).toBe('?open=1')
    const table = await within(await screen.findByRole('dialog')).findByRole('table')
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
        .slice(1),
    ).toEqual(['名称旧新', `${gatewayLabels.iccid}—1`])
  })

  it('shows the platform’s explanation of a change if there is one', async () => {
    const changed = { field_name: 'name', field_comment: '名称', old_value: '旧', new_value: '新' }
    details = {
      data: [
        { ...changed, explained: { String: '换卡后改名', Valid: true } },
        { ...changed, field_name: 'iccid' },
      ],
    }
    await openPage(OperationsPage, '/?open=1')
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByRole('columnheader', { name: '说明' })).textContent).toBe('说明')
    expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)[1]).toBe('名称旧新换卡后改名')
  })

  it('translates operations, tables, optional texts and whole records of an older log', async () => {
    const older = { operation_table: 'godb_gateway', operation_name: 'godb_gateway' }
    list = {
      data: {
        list: [
          entry(1, { ...older, operation_type: 'INSERT' }),
          entry(2, { ...older, operation_type: 'update' }),
          entry(3, { ...older, operation_type: 'remove' }),
        ],
        total: 3,
      },
    }
    details = {
      data: [
        {
          field_name: 'explained',
          old_value: '{"String":"","Valid":false}',
          new_value: '{"String":"备用","Valid":true}',
        },
        {
          field_name: 'data',
          old_value: null,
          new_value: { name: '网关一', iccid: { String: '8986', Valid: true }, other: [1, 2] },
        },
        { field_name: 'config', old_value: '{broken', new_value: '[]' },
      ],
    }
    await openPage(OperationsPage, '/')
    expect((await row('网关 1')).textContent).toContain('张三新建网关网关 1')
    expect((await row('网关 2')).textContent).toContain('张三修改网关网关 2')
    expect((await row('网关 3')).textContent).toContain('张三删除网关网关 3')
    fireEvent.click(within(await row('网关 1')).getByRole('button', { name: '详情' }))
    const table = await within(await screen.findByRole('dialog')).findByRole('table')
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
        .slice(1),
    ).toEqual(['备注—备用', `data—网关名称: 网关一 · ${gatewayLabels.iccid}: 8986 · other: 1, 2`, 'config{broken'])
  })

  it('shows a command’s old and new value, request time, user and time to confirmation', async () => {
    list = { data: { list: [entry(1, { operation_table: 'device', operation_type: 'confirmed' })], total: 1 } }
    const command = {
      asked_at: at,
      asked_by: '李四',
      from: 0,
      to: 1,
      outcome: 'confirmed',
      ended_at: at + 1500,
      reported: 1,
    }
    details = {
      data: [
        {
          field_name: 'nodemap 7',
          field_comment: '排风扇',
          old_value: '1',
          new_value: '1',
          command,
          node: { registertype: 1, node_script: null, unitname: '', min_value: 0, max_value: 1 },
        },
      ],
    }
    await openPage(OperationsPage, '/?open=1')
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByRole('row', { name: /排风扇/ })).textContent).toBe('排风扇关开')
    expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '2026-03-04 05:06:07，李四',
      '1.5 秒后确认',
    ])
  })

  it('opens an entry by address that is not on the current page', async () => {
    await openPage(OperationsPage, '/?open=77')
    const open = await screen.findByRole('dialog', { name: /变更/ })
    expect(await within(open).findByText('旧')).toBeTruthy()
    expect(sent.some(({ path }) => path === 'godbOperationdetailsByOperationId/77')).toBe(true)
  })

  it('shows an explanation and a total of 0 when the log is empty', async () => {
    list = { data: { list: [], total: '0' } }
    await openPage(OperationsPage, '/')
    await screen.findByText(/记录会显示在这里/)
    expect(within(screen.getByRole('navigation')).getByText('共 0 条')).toBeTruthy()
  })

  it('shows the server’s message when list or changes fail to load, and retries', async () => {
    list = { code: 5, msg: '日志库不可用' }
    details = { code: 6, msg: '明细不可用' }
    const { location } = await openPage(OperationsPage, '/')
    await screen.findByText('日志库不可用')
    // The total is unknown: the page neither claims zero nor offers pages.
    expect(screen.queryByRole('navigation')).toBeNull()
    list = { data: { list: [entry(1)], total: 1 } }
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    fireEvent.click(within(await row('网关 1')).getByRole('button', { name: '详情' }))
    expect(location.search).toBe('?open=1')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('明细不可用')
    details = { data: null }
    fireEvent.click(within(dialog).getByRole('button', { name: '重试' }))
    await within(dialog).findByText('该操作没有字段变更')
  })
})
