// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'

const gateway = resourceOf('manage/gateway')
const area = resourceOf('manage/area')
let platform: FakePlatform
let saved: Blob[]

/** Sets whether the platform accepts rows in batches, and how it answers each row. */
function pretend({
  batch,
  answerOf = (index: number) => ({ index, id: 500 + index }),
}: {
  batch: boolean
  answerOf?: (index: number, row: Record<string, unknown>) => object
}) {
  const usual = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const ok = (data: unknown) => new Response(JSON.stringify({ code: 0, msg: '', data }))
    if (url.endsWith('/capabilities')) return ok({ name: 'p', version: '1', extensions: batch ? ['batch'] : [] })
    const answer = await usual(url, init)
    if (!url.endsWith('/batch') || !answer.ok) return answer
    const { rows } = JSON.parse(String(init.body)) as { rows: Record<string, unknown>[] }
    return ok(rows.map((row, index) => answerOf(index, row)))
  })
}

beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbProject', [
    { id: 1, name: '项目一' },
    { id: 2, name: '项目二' },
  ])
  forgetCapabilities()
  saved = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => {} }),
  )
  // Without layout the table would have no height.
  for (const [name, value] of [
    ['offsetWidth', 1200],
    ['clientWidth', 1200],
    ['offsetHeight', 600],
    ['clientHeight', 600],
  ] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const fileOf = (text: string, encoding = 'utf8', name = 'g.csv') =>
  new File([new Uint8Array(iconv.encode(text, encoding))], name)

async function openImport(
  url = '/manage/gateway/import',
  options: { keys?: string[] | null; resource?: typeof gateway } = {},
) {
  const view = await openScreen(options.resource ?? gateway, url, { keys: options.keys ?? null })
  const dialog = await screen.findByRole('dialog')
  return { ...view, dialog }
}

async function pickProject(dialog: HTMLElement) {
  const input = await within(dialog).findByRole('combobox', { name: '所属项目' })
  fireEvent.mouseDown(input)
  fireEvent.click(await screen.findByRole('option', { name: '项目一' }))
}

const give = (dialog: HTMLElement, file: File) =>
  fireEvent.change(within(dialog).getByLabelText('选择文件', { selector: 'input' }), { target: { files: [file] } })
const cell = (dialog: HTMLElement, text: string | RegExp) =>
  within(within(dialog).getByRole('grid')).getByText(text).closest<HTMLElement>('[role=gridcell]') ??
  expect.fail('no cell')
const button = (dialog: HTMLElement, name: string | RegExp) => within(dialog).getByRole('button', { name })
const posts = () => platform.sent.filter(({ method }) => method === 'POST')
const HEAD = '网关名称,注册码,协议类型'

async function edit(dialog: HTMLElement, target: HTMLElement, text: string) {
  fireEvent.click(target)
  fireEvent.click(target)
  const input = await within(dialog).findByLabelText(/^编辑/)
  fireEvent.change(input, { target: { value: text } })
  fireEvent.keyDown(input, { key: 'Enter' })
}

describe('CSV import', () => {
  it('is offered above the list with permission, and has an address', async () => {
    const { location } = await openScreen(area, '/manage/area', { keys: ['3-2', '3-2-5'] })
    fireEvent.click(await screen.findByRole('button', { name: '导入' }))
    await screen.findByRole('dialog', { name: '导入区域' })
    expect(location.current).toBe('/manage/area/import')
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(location.current).toBe('/manage/area'))
  })

  it('is not offered without permission, and denied at its address', async () => {
    const { location } = await openScreen(area, '/manage/area/import', { keys: ['3-2'] })
    const dialog = await screen.findByRole('dialog', { name: '区域管理' })
    within(dialog).getByText('您没有权限执行此操作')
    expect(screen.queryByRole('button', { name: '导入', hidden: true })).toBeNull()
    fireEvent.click(within(dialog).getByRole('button', { name: '返回列表' }))
    await waitFor(() => expect(location.current).toBe('/manage/area'))
  })

  it('prompts the super administrator for a project, and rejects a file that is not CSV', async () => {
    pretend({ batch: true })
    const { dialog } = await openImport()
    fireEvent.click(button(dialog, '选择文件'))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('请先选择项目')
    await pickProject(dialog)
    give(dialog, new File([new Uint8Array([0x50, 0x4b, 3, 4, 0])], 'g.xlsx'))
    await within(dialog).findByText('文件不是可以读取的 CSV，请另存为 CSV 后重试')
  })

  it('shows errors in cells, accepts edits, sends valid rows, and offers failed rows and credentials as files', async () => {
    pretend({
      batch: true,
      answerOf: (index) =>
        index === 0
          ? { index, id: 500, credential: 'c0' }
          : { index, msg: '有内容需要修改', fields: { regcode: '已被使用' } },
    })
    const { dialog, toasts } = await openImport()
    await pickProject(dialog)
    give(dialog, fileOf(`${HEAD}\n# 说明: 必填,,\n一号网关,100,MQTT\n二号网关,abc,HTTP\n三号网关,100,不知道\n`, 'gbk'))
    await within(dialog).findByText('只能使用数字')
    within(dialog).getByText('与第 3 行重复')
    expect(cell(dialog, 'abc').getAttribute('aria-invalid')).toBe('true')
    within(dialog).getByText('2 行有问题，不会导入')
    expect(posts()).toHaveLength(0)

    fireEvent.click(within(dialog).getByRole('radio', { name: '有问题 2' }))
    expect(within(dialog).queryByText('一号网关')).toBeNull()
    await edit(dialog, cell(dialog, 'abc'), '101')
    await waitFor(() => expect(within(dialog).queryByText('二号网关')).toBeNull())
    fireEvent.click(button(dialog, '开始导入 2 行'))
    await within(dialog).findByText('导入完成：成功 1 行，未成功 2 行')
    expect(posts().map(({ path, body }) => [path, body])).toEqual([
      [
        'godbGateway/batch',
        {
          rows: [
            expect.objectContaining({ name: '一号网关', regcode: '100', protocol_type: 1, project_id: 1 }),
            expect.objectContaining({ regcode: '101', protocol_type: 2 }),
          ],
        },
      ],
    ])
    await waitFor(() => expect(toasts).toContain('导入完成：成功 1 行，未成功 2 行'))

    // The platform's objection stands in its cell; the cell is edited there and sent again.
    await edit(dialog, cell(dialog, '101'), '102')
    fireEvent.click(await within(dialog).findByRole('button', { name: '发送已修改的 1 行' }))
    await waitFor(() => expect(posts()).toHaveLength(2))
    expect(posts()[1]?.body).toMatchObject({ rows: [{ name: '二号网关', regcode: '102' }] })
    await within(dialog).findByRole('button', { name: '完成' })

    fireEvent.click(button(dialog, '下载未成功的行'))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = iconv.decode(Buffer.from(await (saved[0] ?? new Blob()).arrayBuffer()), 'gb18030')
    expect(text.split('\r\n')[0]).toMatch(/^网关名称,注册码,协议类型.*,失败原因$/)
    expect(text).toContain('三号网关,100,不知道')
    // The credentials are shown nowhere else: neither Escape nor the button discards them without a question.
    for (const close of [
      () => fireEvent.keyDown(dialog, { key: 'Escape' }),
      () => fireEvent.click(button(dialog, '完成')),
    ]) {
      close()
      const lose = await screen.findByRole('alertdialog', { name: '还没有保存' })
      expect(lose.textContent).toContain('有 2 项尚未下载或复制')
      fireEvent.click(within(lose).getByRole('button', { name: '取消' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    fireEvent.click(button(dialog, '下载上报凭证'))
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(await saved[1]?.text()).toContain('c0')
    fireEvent.click(button(dialog, '完成'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks for confirmation before going back discards edits, and not again afterwards', async () => {
    pretend({ batch: true })
    const { dialog, location } = await openImport()
    await pickProject(dialog)
    give(dialog, fileOf(`${HEAD}\n一号网关,abc,MQTT\n`))
    await within(dialog).findByText('只能使用数字')
    await edit(dialog, cell(dialog, 'abc'), '101')
    fireEvent.click(button(dialog, '上一步'))
    const question = await screen.findByRole('alertdialog', { name: '放弃未保存的修改？' })
    fireEvent.click(button(question, '取消'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    cell(dialog, '101')
    fireEvent.click(button(dialog, '上一步'))
    fireEvent.click(button(await screen.findByRole('alertdialog'), '放弃修改'))
    await within(dialog).findByLabelText('选择文件', { selector: 'input' })
    fireEvent.click(button(dialog, '关闭'))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it('supports editing cells by keyboard', async () => {
    pretend({ batch: true })
    const { dialog } = await openImport()
    await pickProject(dialog)
    give(dialog, fileOf(`${HEAD}\n一号网关,x1,1\n`))
    const grid = await within(dialog).findByRole('grid')
    fireEvent.keyDown(grid, { key: 'ArrowRight' })
    fireEvent.keyDown(grid, { key: 'Enter' })
    const input = within(grid).getByRole('textbox', { name: '编辑注册码，第 2 行' })
    fireEvent.change(input, { target: { value: '1' } })
    fireEvent.keyDown(input, { key: 'Escape' })
    within(grid).getByText('x1')
    fireEvent.keyDown(grid, { key: 'F2' })
    const again = within(grid).getByRole('textbox', { name: '编辑注册码，第 2 行' })
    fireEvent.change(again, { target: { value: '55' } })
    fireEvent.keyDown(again, { key: 'Tab' })
    await within(dialog).findByText('1 行都可以导入')
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toBe('1')
  })

  it('stops when the request is rejected, asks for confirmation before closing, and continues', async () => {
    pretend({ batch: true })
    const { dialog, location } = await openImport()
    await pickProject(dialog)
    platform.refuse = ({ method }) =>
      method === 'POST' ? { status: 403, code: 403, msg: '没有权限导入', data: null } : null
    give(dialog, fileOf(`${HEAD}\n一号网关,100,1\n二号网关,101,1\n`))
    fireEvent.click(await within(dialog).findByRole('button', { name: '开始导入 2 行' }))
    await within(dialog).findByText('没有权限导入')
    fireEvent.click(button(dialog, '关闭'))
    const asked = await screen.findByRole('alertdialog', { name: '停止导入？' })
    fireEvent.click(within(asked).getByRole('button', { name: '取消' }))
    platform.refuse = () => null
    fireEvent.click(button(dialog, '继续'))
    fireEvent.click(await within(dialog).findByRole('button', { name: '完成' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it('sends rows one by one with pauses without the batch extension, and can be stopped and continued', async () => {
    pretend({ batch: false })
    const { dialog } = await openImport('/manage/gateway/import', { keys: ['3-4'] })
    give(dialog, fileOf(`${HEAD}\n一号网关,100,1\n二号网关,101,1\n三号网关,102,1\n`))
    const start = await within(dialog).findByRole('button', { name: '开始导入 3 行' })
    vi.useFakeTimers()
    try {
      fireEvent.click(start)
      await vi.advanceTimersByTimeAsync(900)
      expect(posts().map(({ path }) => path)).toEqual(['godbGateway'])
      // The pause is a random 1 to 3 s: the third row must not have been sent yet when the import is stopped.
      for (let waited = 900; waited < 4000 && posts().length < 2; waited += 100) await vi.advanceTimersByTimeAsync(100)
      expect(posts()).toHaveLength(2)
      // Within act, because React's own scheduling of what the timers changed runs on real time.
      fireEvent.click(button(dialog, '停止'))
      await act(() => vi.advanceTimersByTimeAsync(10))
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(posts()).toHaveLength(2)
      fireEvent.click(button(dialog, '继续'))
      await act(() => vi.advanceTimersByTimeAsync(10_000))
    } finally {
      vi.useRealTimers()
    }
    expect(posts().map(({ body }) => body['regcode'])).toEqual(['100', '101', '102'])
    expect(posts()[0]?.body).not.toHaveProperty('project_id')
    await within(dialog).findByText('导入完成：成功 3 行，未成功 0 行')
  })

  it('allows the encoding and the columns to be selected', async () => {
    pretend({ batch: true })
    const { dialog } = await openImport('/manage/gateway/import', { keys: ['3-4'] })
    give(dialog, fileOf('測試站,100,1\n', 'big5'))
    await within(dialog).findByRole('grid')
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: '文件编码' }))
    fireEvent.click(await screen.findByRole('option', { name: /Big5/ }))
    await within(dialog).findByText('測試站')
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: '第 2 列' }))
    fireEvent.click(await screen.findByRole('option', { name: '备注' }))
    await within(dialog).findAllByText('必填')
    within(dialog).getByRole('columnheader', { name: '备注' })
  })

  it('offers its template above the list, without a dialog', async () => {
    await openScreen(area, '/manage/area', { keys: ['3-2', '3-2-5'] })
    fireEvent.click(await screen.findByRole('button', { name: '下载模板' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = iconv.decode(Buffer.from(await (saved[0] ?? new Blob()).arrayBuffer()), 'gb18030')
    expect(text.split('\r\n')[0]).toMatch(/^区域名称\*/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('provides a GB18030 template, and skips its notes when it is read back', async () => {
    const { dialog } = await openImport('/manage/gateway/import', { keys: ['3-4'] })
    fireEvent.click(button(dialog, '下载模板'))
    await waitFor(() => expect(saved).toHaveLength(1))
    const template = saved[0] ?? new Blob()
    const lines = iconv
      .decode(Buffer.from(await template.arrayBuffer()), 'gb18030')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toBe('网关名称*,注册码*,协议类型*,ICCID,SIM 运营商,备注')
    expect(lines.slice(1).every((line) => line.replace(/^"/, '').startsWith('#'))).toBe(true)
    pretend({ batch: true })
    give(dialog, new File([template, new Uint8Array(iconv.encode('一号网关,100,MQTT\r\n', 'gbk'))], 'g.csv'))
    await within(dialog).findByText('1 行都可以导入')
    within(dialog).getByText('已略过模板的 2 行说明')
  })
})
