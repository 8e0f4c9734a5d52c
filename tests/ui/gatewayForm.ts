import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { openScreen } from './crudWorld.tsx'

const gateway = resourceOf('manage/gateway')

/** Types into a field. */
export const type = (element: HTMLElement, value: string): boolean => fireEvent.change(element, { target: { value } })

/** Opens a gateway's form at an address. */
export async function openForm(url: string, keys: string[] | null = null) {
  const screenOf = await openScreen(gateway, url, { keys })
  const dialog = await screen.findByRole('dialog')
  const name = await within(dialog).findByLabelText<HTMLInputElement>(/^网关名称/)
  return { ...screenOf, dialog, name, save: within(dialog).getByRole('button', { name: '保存' }) }
}

/** Fills in the required fields of a new gateway. */
export async function fillGateway(dialog: HTMLElement): Promise<void> {
  type(within(dialog).getByLabelText(/^网关名称/), '新网关')
  type(within(dialog).getByLabelText(/^注册码/), '1234')
  const protocol = within(dialog).getByRole('combobox', { name: /^协议类型/ })
  await waitFor(() => expect(protocol.getAttribute('aria-disabled')).toBeNull())
  fireEvent.mouseDown(protocol)
  fireEvent.click(await screen.findByRole('option', { name: 'HTTP' }))
}
