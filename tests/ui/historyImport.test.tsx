// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import HistoryPage from '../../src/history/HistoryPage.tsx'
import { answerCalls, openPage, type PageAnswer, type PageCall } from './pageWorld.tsx'

const HEAD = '设备编号*,节点*,时间*,数值*'
const AT = Date.parse('2026-03-04T08:00:00Z')

interface Row {
  sn: string
  node: string
  t: number
  value: string
}

let sent: PageCall[]
let saved: Blob[]
let extensions: string[]
let take: (rows: Row[]) => PageAnswer | Promise<PageAnswer>
beforeEach(() => {
  forgetCapabilities()
  extensions = ['history-import']
  take = (rows) => ({ data: rows.map(() => ({ state: 'stored' })) })
  sent = answerCalls({
    'GET capabilities': () => ({ data: { name: 'p', version: '1', extensions } }),
    'GET godbDistrictNameList': () => ({ data: [{ id: 2, name: '市区', superid: 1 }] }),
    'GET godbDeviceNameList': () => ({ data: [] }),
    'GET godbDevicetypeNameList': () => ({ data: [] }),
    'POST history': ({ body }) => take(body['rows'] as Row[]),
  })
  saved = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => {} }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const batches = () => sent.filter(({ method, path }) => method === 'POST' && path === 'history/import')
const fileOf = (text: string, encoding = 'utf8') => new File([new Uint8Array(iconv.encode(text, encoding))], 'h.csv')
const button = (dialog: HTMLElement, name: string | RegExp) => within(dialog).getByRole('button', { name })
const status = (dialog: HTMLElement, text: string) => within(dialog).findByText(text)

/** Waits until it is known whether the platform accepts imports. */
const settled = ({ client }: Awaited<ReturnType<typeof openPage>>) =>
  waitFor(() => expect([client.getQueryState(['capabilities'])?.status, client.isFetching()]).toEqual(['success', 0]))

async function openImport(keys: string[] | null = null) {
  const page = await openPage(HistoryPage, '/?day=2026-03-04', keys)
  fireEvent.click(await screen.findByRole('button', { name: '导入历史数据' }))
  const dialog = await screen.findByRole('dialog', { name: '导入历史数据' })
  return { ...page, dialog }
}

const give = (dialog: HTMLElement, file: File) =>
  fireEvent.change(within(dialog).getByLabelText('选择文件', { selector: 'input' }), { target: { files: [file] } })

describe('history import', () => {
  it('is offered only with permission to edit devices and with the history-import extension', async () => {
    const edits = await openPage(HistoryPage, '/', ['2-1', '3-3-3'])
    await screen.findByRole('button', { name: '导入历史数据' })
    edits.unmount()

    const reads = await openPage(HistoryPage, '/', ['2-1', '3-3'])
    await settled(reads)
    expect(screen.queryByRole('button', { name: '导入历史数据' })).toBeNull()
    reads.unmount()

    forgetCapabilities()
    extensions = []
    await settled(await openPage(HistoryPage, '/'))
    expect(screen.queryByRole('button', { name: '导入历史数据' })).toBeNull()
  })

  it('provides templates in GBK and UTF-8, and skips the notes of its template', async () => {
    const { dialog } = await openImport()
    fireEvent.click(button(dialog, '下载 UTF-8 模板'))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = (await saved[0]?.text()) ?? ''
    expect(text).toContain(HEAD)
    expect(text).toContain('UTC')
    fireEvent.click(button(dialog, '下载模板'))
    await waitFor(() => expect(saved).toHaveLength(2))
    give(dialog, new File([(await saved[1]?.arrayBuffer()) ?? ''], 'template.csv'))
    // The template's notes and example do not count as rows.
    expect(await within(dialog).findByText('已略过模板的 2 行说明')).toBeDefined()
    expect(within(dialog).getByRole('combobox', { name: '文件编码' }).textContent).toContain('GBK')
  })

  it('shows the column mapping, and sends valid rows with times in the platform’s time zone', async () => {
    const { dialog } = await openImport()
    give(
      dialog,
      fileOf(`${HEAD}\n1869,PM2.5,2026-03-04 08:00,35.5\n1869,温度,2026/3/4 8:00:01,-2\n1869,PM2.5,昨天,1\n`, 'gbk'),
    )
    await status(dialog, '1 行有问题，不会导入')
    expect(within(dialog).getByRole('combobox', { name: '第 1 列“设备编号*”' }).textContent).toContain('设备编号')
    const bad = within(dialog).getByRole('row', { name: /昨天/ })
    within(bad).getByText('时间无法识别')
    expect(batches()).toHaveLength(0)
    fireEvent.click(button(dialog, '开始导入 2 行'))
    await status(dialog, '导入完成：存入 2 行，原已存在 0 行，被拒绝 1 行')
    expect(batches().map(({ body }) => body)).toEqual([
      {
        rows: [
          { sn: '1869', node: 'PM2.5', t: AT, value: '35.5' },
          { sn: '1869', node: '温度', t: AT + 1000, value: '-2' },
        ],
      },
    ])
    fireEvent.click(button(dialog, '完成'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('requires the columns of a file without a header to be assigned', async () => {
    const { dialog } = await openImport()
    give(dialog, fileOf(`35.5,2026-03-04 08:00,1,1869\n`))
    await within(dialog).findByRole('combobox', { name: '第 1 列' })
    const say = async (column: string, field: string) => {
      fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: column }))
      fireEvent.click(await screen.findByRole('option', { name: field }))
    }
    await say('第 1 列', '数值')
    await status(dialog, '还没有对应的列：设备编号')
    expect(button(dialog, /^开始导入/).hasAttribute('disabled')).toBe(true)
    await say('第 4 列', '设备编号')
    await say('第 2 列', '时间')
    await say('第 3 列', '节点')
    await status(dialog, '1 行可以发送，由平台逐行判断')
    fireEvent.click(button(dialog, '开始导入 1 行'))
    await status(dialog, '导入完成：存入 1 行，原已存在 0 行，被拒绝 0 行')
    expect(batches()[0]?.body).toEqual({ rows: [{ sn: '1869', node: '1', t: AT, value: '35.5' }] })
  })

  it('sends batches of 1000 rows, stops at a failed one, and continues with it', async () => {
    let fails = true
    take = (rows) =>
      fails && rows[0]?.value === '1000'
        ? { code: 503, msg: '平台暂时无法存储' }
        : { data: rows.map(({ value }) => ({ state: value === '7' ? 'same' : 'stored' })) }
    const { dialog, client } = await openImport()
    const anew = vi.spyOn(client, 'invalidateQueries')
    const lines = Array.from({ length: 2500 }, (_, at) => `1869,1,${AT + at},${at}`)
    give(dialog, fileOf([HEAD, ...lines].join('\n')))
    await status(dialog, '显示前 20 行，共 2500 行')
    fireEvent.click(await within(dialog).findByRole('button', { name: '开始导入 2500 行' }))
    await within(dialog).findByText('平台暂时无法存储')
    await status(dialog, '已存入 999，原已存在 1，被拒绝 0，等待 1500')
    fails = false
    fireEvent.click(button(dialog, '继续'))
    await status(dialog, '导入完成：存入 2499 行，原已存在 1 行，被拒绝 0 行')
    expect(batches().map(({ body }) => (body['rows'] as Row[]).map(({ value }) => value)[0])).toEqual([
      '0',
      '1000',
      '1000',
      '2000',
    ])
    await waitFor(() => expect(anew).toHaveBeenCalledWith({ queryKey: ['history'] }))
  })

  it('lists rejected rows with their reasons, and offers them as a file', async () => {
    take = (rows) => ({
      data: rows.map(({ sn }) => (sn === '1869' ? { state: 'stored' } : { state: 'refused', msg: '没有此设备' })),
    })
    const { dialog } = await openImport()
    give(dialog, fileOf(`${HEAD}\n1869,1,2026-03-04 08:00,1\n77,1,2026-03-04 08:00,2\n1869,1,2026-03-04 08:01,高\n`))
    fireEvent.click(await within(dialog).findByRole('button', { name: '开始导入 2 行' }))
    await status(dialog, '导入完成：存入 1 行，原已存在 0 行，被拒绝 2 行')
    const table = within(dialog).getByRole('table', { name: '被拒绝的 2 行' })
    expect(within(table).getByRole('row', { name: /^3 / }).textContent).toContain('没有此设备')
    expect(within(table).getByRole('row', { name: /^4 / }).textContent).toContain('不是数值')
    fireEvent.click(button(dialog, '下载被拒绝的行'))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = iconv.decode(Buffer.from((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0)), 'gbk')
    expect(text.split('\r\n')).toEqual([
      '设备编号,节点,时间,数值,失败原因',
      '77,1,2026-03-04 08:00,2,没有此设备',
      '1869,1,2026-03-04 08:01,高,不是数值',
      '',
    ])
  })

  it('rejects malformed and oversized rows individually, and sends the others', async () => {
    const { dialog } = await openImport()
    const long = 'x'.repeat(3000)
    const rows = [
      `${long},1,2026-03-04 08:00,1`,
      `1869,${long},2026-03-04 08:00,1`,
      `1869,1,2026-03-04 08:00,${'1'.repeat(3000)}`,
      // A date that countries write in different orders is not guessed.
      '1869,1,04-03-2026,1',
      '1869,1,2026-02-30T08:00:00Z,1',
      '1869,1,2026-03-04 08:00,=1+1',
      '1869,1,2026-03-04 08:00,Infinity',
      '1869,1',
      '1869,1,2026-03-04T16:00:00.500+08:00,5',
    ]
    give(dialog, fileOf([HEAD, ...rows].join('\n')))
    fireEvent.click(await within(dialog).findByRole('button', { name: '开始导入 1 行' }))
    await status(dialog, '导入完成：存入 1 行，原已存在 0 行，被拒绝 8 行')
    expect(batches().map(({ body }) => body)).toEqual([{ rows: [{ sn: '1869', node: '1', t: AT + 500, value: '5' }] }])
  })

  it('rejects a file that is not CSV, and asks for confirmation before closing while sending rows', async () => {
    let answer = () => {}
    take = (rows) => new Promise((resolve) => (answer = () => resolve({ data: rows.map(() => ({ state: 'stored' })) })))
    const { dialog } = await openImport()
    give(dialog, new File([new Uint8Array([0x50, 0x4b, 3, 4, 0])], 'h.xlsx'))
    await within(dialog).findByText('文件不是可以读取的 CSV，请另存为 CSV 后重试')
    give(dialog, fileOf(`${HEAD}\n1869,1,2026-03-04 08:00,1\n`))
    fireEvent.click(await within(dialog).findByRole('button', { name: '开始导入 1 行' }))
    await waitFor(() => expect(batches()).toHaveLength(1))
    fireEvent.click(button(dialog, '关闭'))
    const question = await screen.findByRole('alertdialog', { name: '停止导入？' })
    fireEvent.click(within(question).getByRole('button', { name: '停止并关闭' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    answer()
  })
})
