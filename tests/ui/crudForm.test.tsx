// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { fillGateway, openForm, type } from './gatewayForm.ts'

const gateway = resourceOf('manage/gateway')
const device = resourceOf('manage/device')
const product = resourceOf('manage/product')
const nodemap = resourceOf('manage/product/nodemap')
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbProject', [
    { id: 1, name: '项目一' },
    { id: 2, name: '项目二' },
  ])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const posts = () => platform.sent.filter(({ method }) => method === 'POST')
describe('entity form', () => {
  it('creates one record on two clicks, and closes', async () => {
    const { dialog, save, location, toasts } = await openForm('/manage/gateway/create')
    await fillGateway(dialog)
    fireEvent.click(save)
    fireEvent.click(save)
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
    expect(posts()).toHaveLength(1)
    expect(posts()[0]?.body).toMatchObject({
      name: '新网关',
      regcode: '1234',
      protocol_type: 2,
      project_id: 1,
      issingle: 0,
      iccid: { String: '', Valid: false },
    })
    expect(toasts).toContain('crud.created')
  })

  it('preselects the only project without counting it as a change', async () => {
    platform.rows.set('godbProject', [{ id: 7, name: '唯一项目' }])
    const { dialog, location } = await openForm('/manage/gateway/create')
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: /^所属项目/ }).value).toBe('唯一项目'),
    )
    fireEvent.click(within(dialog).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it('shows no ID in place of a name that could not be loaded, and loads the options on retry', async () => {
    platform.refuse = ({ path }) => (path.startsWith('godbProject') ? { status: 500, code: 500, msg: '' } : null)
    const { dialog } = await openForm('/manage/gateway/create')
    const project = within(dialog).getByRole<HTMLInputElement>('combobox', { name: /^所属项目/ })
    const problem = await within(dialog).findByText('选项未加载')
    expect(problem.title).toMatch(/^服务器出错/)
    expect(project.value).toBe('—')
    platform.refuse = () => null
    fireEvent.click(within(problem).getByRole('button', { name: '重试' }))
    await waitFor(() => expect(project.value).toBe('项目一'))
    expect(within(dialog).queryByText('选项未加载')).toBeNull()
  })

  it('omits fields reserved for the super administrator', async () => {
    const { dialog, save, location } = await openForm('/manage/gateway/create', ['3-4'])
    await fillGateway(dialog)
    fireEvent.click(save)
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
    expect(posts()[0]?.body).not.toHaveProperty('project_id')
  })

  it('reports a taken unique value on blur, and is not submitted with it', async () => {
    forgetCapabilities()
    const taken = (value: string | undefined) => ({ status: 200, code: 0, msg: '', data: { taken: value === '1234' } })
    platform.refuse = ({ path, query }) =>
      path === 'capabilities'
        ? { status: 200, code: 0, msg: '', data: { extensions: ['taken'] } }
        : path === 'taken/godbGateway'
          ? taken(query['value'])
          : null
    const { dialog, save, location } = await openForm('/manage/gateway/create')
    await fillGateway(dialog)
    const code = within(dialog).getByLabelText(/^注册码/)
    fireEvent.blur(code)
    await within(dialog).findByText('已被使用')
    expect(platform.sent.find(({ path }) => path === 'taken/godbGateway')?.query).toEqual({
      field: 'regcode',
      value: '1234',
      pro_id: '1',
    })
    fireEvent.click(save)
    type(code, '1235')
    await waitFor(() => expect(within(dialog).queryByText('已被使用')).toBeNull())
    expect(posts()).toHaveLength(0)
    fireEvent.click(save)
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it('sends no uniqueness check without the taken extension', async () => {
    forgetCapabilities()
    const { dialog, name } = await openForm('/manage/gateway/7')
    fireEvent.blur(within(dialog).getByLabelText(/^注册码/))
    type(within(dialog).getByLabelText(/^注册码/), '999')
    fireEvent.blur(within(dialog).getByLabelText(/^注册码/))
    fireEvent.blur(name)
    await waitFor(() => expect(platform.sent.some(({ path }) => path === 'capabilities')).toBe(true))
    expect(platform.sent.filter(({ path }) => path.startsWith('taken'))).toEqual([])
  })

  it('sends no uniqueness check for the value that the record already has', async () => {
    platform.announced = ['taken']
    const { dialog } = await openForm('/manage/gateway/7')
    const code = within(dialog).getByLabelText(/^注册码/)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const leave = async () => {
      fireEvent.blur(code)
      // Longer than the delay of a check.
      await act(() => vi.advanceTimersByTimeAsync(1000))
    }
    const checked = () => platform.sent.flatMap(({ path, query }) => (path.startsWith('taken') ? query['value'] : []))
    await leave()
    expect(checked()).toEqual([])
    type(code, '999')
    await leave()
    await waitFor(() => expect(checked()).toEqual(['999']))
  })

  it('prefills values from the address, and saves only those with an input', async () => {
    const given = encodeURIComponent(JSON.stringify({ name: '由链接', issingle: 1 }))
    const { name, save, location } = await openForm(`/manage/gateway/7?source=${given}`)
    await waitFor(() => expect(name.value).toBe('由链接'))
    fireEvent.click(save)
    await waitFor(() => expect(location.current).toMatch(/^\/manage\/gateway\?/))
    expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ name: '由链接' })
  })

  it('saves and starts a new record', async () => {
    const { dialog, name, location } = await openForm('/manage/gateway/create')
    await fillGateway(dialog)
    fireEvent.click(within(dialog).getByRole('button', { name: '保存并继续新建' }))
    await waitFor(() => expect(name.value).toBe(''))
    expect(posts()).toHaveLength(1)
    expect(location.current).toBe('/manage/gateway/create')
  })

  it('shows a one-time secret, and closes once it is confirmed as saved', async () => {
    platform.secret = { credential: 'gw_abc' }
    const { dialog, save, location } = await openForm('/manage/gateway/create')
    await fillGateway(dialog)
    fireEvent.click(save)
    const secret = await screen.findByRole('alertdialog', { name: '请保存以下内容' })
    expect(within(secret).getByLabelText<HTMLInputElement>('上报凭证').value).toBe('gw_abc')
    fireEvent.keyDown(secret, { key: 'Escape' })
    const lose = await screen.findByRole('alertdialog', { name: '还没有保存' })
    expect(location.current).toBe('/manage/gateway/create')
    fireEvent.click(within(lose).getByRole('button', { name: '取消' }))
    fireEvent.click(within(secret).getByRole('button', { name: '我已保存' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it.each([
    ['copied', (secret: HTMLElement) => fireEvent.copy(within(secret).getByLabelText('上报凭证'))],
    [
      'saved as a file',
      (secret: HTMLElement) => fireEvent.click(within(secret).getByRole('button', { name: '保存为 CSV' })),
    ],
  ])(
    'closes a one-time secret without confirmation once %s; browser back before that asks for confirmation',
    async (_how, keep) => {
      const written = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
      platform.secret = { credential: 'gw_abc' }
      const { location, back } = await openScreen(gateway, '/manage/gateway')
      fireEvent.click(await screen.findByRole('button', { name: '新建网关' }))
      const dialog = await screen.findByRole('dialog')
      await within(dialog).findByLabelText(/^网关名称/)
      await fillGateway(dialog)
      fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
      const secret = await screen.findByRole('alertdialog', { name: '请保存以下内容' })
      await back()
      fireEvent.click(
        within(await screen.findByRole('alertdialog', { name: '还没有保存' })).getByRole('button', { name: '取消' }),
      )
      expect(location.current).toBe('/manage/gateway/create')
      keep(secret)
      fireEvent.keyDown(secret, { key: 'Escape' })
      await waitFor(() => expect(location.current).toBe('/manage/gateway'))
      expect(screen.queryByRole('alertdialog')).toBeNull()
      written.mockRestore()
    },
  )

  it('validates a field on blur, then on every change', async () => {
    const { dialog } = await openForm('/manage/gateway/create')
    const code = within(dialog).getByLabelText(/^注册码/)
    type(code, 'abc')
    expect(within(dialog).queryByText('只能使用数字')).toBeNull()
    fireEvent.blur(code)
    await within(dialog).findByText('只能使用数字')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    type(code, '12')
    await waitFor(() => expect(within(dialog).queryByText('只能使用数字')).toBeNull())
  })

  it('shows server errors at their fields, and those without a field in a toast', async () => {
    const { dialog, save, toasts, location } = await openForm('/manage/gateway/7')
    platform.refuse = ({ method }) =>
      method === 'PUT'
        ? {
            status: 400,
            code: 400,
            msg: '有内容需要修改',
            data: { fields: { regcode: '已被使用', pin_code: '不合法' } },
          }
        : null
    type(within(dialog).getByLabelText(/^注册码/), '99')
    fireEvent.click(save)
    await within(dialog).findByText('已被使用')
    expect(within(dialog).getByText('1 处需要修改')).toBeTruthy()
    expect(toasts[0]).toContain('有内容需要修改')
    expect(toasts[0]).toContain('pin_code: 不合法')
    expect(location.current).toBe('/manage/gateway/7')
    platform.refuse = () => null
    fireEvent.click(save)
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it('asks for confirmation before unsaved changes are discarded', async () => {
    const { dialog, name, location } = await openForm('/manage/gateway/7')
    type(name, '改名')
    fireEvent.keyDown(dialog, { key: 'Escape' })
    const question = await screen.findByRole('alertdialog')
    fireEvent.click(within(question).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(location.current).toBe('/manage/gateway/7')
    expect(name.value).toBe('改名')
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it('closes without confirmation when nothing has changed', async () => {
    const { dialog, name, location } = await openForm('/manage/gateway/7')
    type(name, 'x')
    type(name, '文本7')
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it('shows a message for a missing record and for an invalid address', async () => {
    platform.refuse = ({ path }) => (path === 'godbGateway/8' ? { status: 404, code: 404, msg: '记录不存在' } : null)
    const first = await openScreen(gateway, '/manage/gateway/8')
    await screen.findByText('没有找到这个网关')
    first.unmount()
    const { location } = await openScreen(gateway, '/manage/gateway/what')
    fireEvent.click(await screen.findByRole('button', { name: '返回列表' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })

  it('shows a load error, and loads the record on retry', async () => {
    platform.refuse = ({ path }) => (path === 'godbGateway/7' ? { status: 503, code: 503, msg: '请稍后' } : null)
    await openScreen(gateway, '/manage/gateway/7')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('请稍后')
    platform.refuse = () => null
    fireEvent.click(within(dialog).getByRole('button', { name: '重试' }))
    await within(dialog).findByLabelText(/^网关名称/)
  })
})

describe('entity form with dependent fields', () => {
  const options = async (label: RegExp) => {
    const input = await within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>(label, {
      selector: 'input[role=combobox]',
    })
    fireEvent.mouseDown(input)
    return { input, texts: (await screen.findAllByRole('option')).map((option) => option.textContent) }
  }
  beforeEach(() => {
    platform.rows.set('godbGateway', [
      { ...sample(gateway, 11), name: '网关甲', project_id: 1 },
      { ...sample(gateway, 12), name: '网关乙', project_id: 2 },
    ])
  })

  it('offers records of the selected project, and clears one of another project', async () => {
    await openScreen(device, '/manage/device/create')
    await screen.findByLabelText(/^设备名称/)
    const first = await options(/^网关/)
    expect(first.texts).toEqual(['网关甲'])
    fireEvent.click(await screen.findByRole('option', { name: '网关甲' }))
    await waitFor(() => expect(first.input.value).toBe('网关甲'))
    await options(/^所属项目/)
    fireEvent.click(await screen.findByRole('option', { name: '项目二' }))
    await waitFor(() => expect(first.input.value).toBe(''))
    expect((await options(/^网关/)).texts).toEqual(['网关乙'])
  })

  it('renders only applicable fields', async () => {
    await openScreen(device, '/manage/device/create')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByLabelText(/^网关/, { selector: 'input[type=text]' })
    expect(within(dialog).queryByText('协议类型')).toBeNull()
    fireEvent.click(within(dialog).getByRole('radio', { name: /独立设备/ }))
    await within(dialog).findByText('协议类型')
    expect(within(dialog).queryByText('设备地址')).toBeNull()
  })

  it('disables fixed fields', async () => {
    platform.rows.set('godbNodemap', [{ ...sample(nodemap, 4), devicetype_id: 7 }])
    await openScreen(product, '/manage/product/7/nodemap/4')
    const address = await screen.findByLabelText<HTMLInputElement>(/^节点地址/)
    expect(address.disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>(/^别名/).disabled).toBe(false)
  })
})
