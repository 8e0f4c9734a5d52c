// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import StartButton from '../../src/admin/bulk/StartButton.tsx'
import ProjectDialog from '../../src/app/account/ProjectDialog.tsx'
import { Welcome } from '../../src/app/App.tsx'
import { answerCalls, openPage } from './pageWorld.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('success notification', () => {
  it('is shown once after sign-in', async () => {
    answerCalls({})
    const { toasts } = await openPage(Welcome, '/', ['2-1'])
    await waitFor(() => expect(toasts).toEqual(['shell.welcome']))
  })

  it('is shown when the project was saved', async () => {
    const sent = answerCalls({
      'GET godbMyProject': () => ({
        data: { id: '2', name: '老项目', ico: '/upload/a.png', explained: { String: '', Valid: false } },
      }),
      'PUT godbProject': () => ({ data: null }),
    })
    const closed = vi.fn()
    const { toasts } = await openPage(() => <ProjectDialog onClose={closed} />, '/', ['2-1'])
    const dialog = await screen.findByRole('dialog')
    const name = await waitFor(() => {
      const input = dialog.querySelector<HTMLInputElement>('input[name=name]')
      if (!input) throw new Error('the form is not there')
      return input
    })
    fireEvent.change(name, { target: { value: '新项目' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(toasts).toEqual(['crud.saved']))
    expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
      path: 'godbProject/2',
      body: { name: '新项目' },
    })
    expect(closed).toHaveBeenCalledOnce()
  })
})

describe('bulk start of devices', () => {
  it('warns when nothing is selected', async () => {
    const sent = answerCalls({})
    const { toasts } = await openPage(
      () => <StartButton resource={resourceOf('manage/device')} rows={[]} onDone={() => {}} />,
      '/',
    )
    fireEvent.click(screen.getByRole('button', { name: '批量启动' }))
    expect(toasts).toEqual(['crud.bulk.selectone'])
    expect(sent).toEqual([])
  })
})
