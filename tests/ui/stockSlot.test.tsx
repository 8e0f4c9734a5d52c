// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform } from './crudWorld.tsx'

const contact = resourceOf('alarmConfig/user')

afterEach(() => vi.unstubAllGlobals())

it('react-admin field in a slot shows the value of its own row', async () => {
  const platform = startPlatform()
  platform.rows.set(contact.api, [
    { ...sample(contact, 1), alarm_email: 'night.shift@example.org' },
    { ...sample(contact, 2), alarm_email: '' },
  ])
  await openScreen(contact, `/${contact.path}`)
  const link = await screen.findByRole('link', { name: 'night.shift@example.org' })
  expect(link.getAttribute('href')).toBe('mailto:night.shift@example.org')
  expect(screen.getAllByRole('link', { name: /@/ })).toHaveLength(1)
})
