// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { allResources, resourceOf } from '../../resources/index.ts'
import type { Caller } from '../../resources/kit/access.ts'
import { f, type Resource } from '../../resources/kit/define.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { shownFields, startValues } from '../../src/admin/form/formValues.ts'
import { pathTo } from '../../src/admin/place.ts'
import { slots } from '../../src/app/slots.ts'
import { drawnIn, openScreen, sample, SAVED_PLAIN, startPlatform, whole, type FakePlatform } from './crudWorld.tsx'

let platform: FakePlatform
beforeAll(() => Object.values(slots.forms).forEach((form) => form.preload()))
beforeEach(() => {
  platform = startPlatform()
  platform.announced = extensions
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const SUPER: Caller = { id: 5, super_id: 1, project_id: 1, keys: new Set(), districts: [], types: [] }

/**
 * Forms that open in a dialog of their list, or of the list in which they live. Rows of a format are edited in place:
 * north.test.tsx.
 */
const forms = allResources.filter(
  (resource) => resource.form.length > 0 && (resource.screen || (resource.within && !resource.within.dialog)),
)

async function open(resource: Resource, id: number | null) {
  const inner = id === null ? ({ kind: 'create' } as const) : ({ kind: 'edit', id } as const)
  const screenOf = resource.within ? resourceOf(resource.within.path) : resource
  const view = await openScreen(
    screenOf,
    resource.within ? pathTo(screenOf, { kind: 'within', id: 7, child: resource, inner }) : pathTo(resource, inner),
  )
  // Found by its text: a query by name would compute the names of all buttons of list and form each time.
  await screen.findByText('保存')
  const dialog = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement
  // The dialog appears before its form, which waits for what the platform announces.
  await waitFor(() => expect(dialog.querySelector('form')).not.toBeNull())
  return { ...view, dialog }
}

// crudScreens.test.tsx opens the forms of all screens and checks their fields, except for the records it saves plain.
describe('every field of an entity form', () => {
  it.each(forms.filter(({ path, screen: shown }) => !shown || SAVED_PLAIN.has(path)))(
    'is rendered exactly once for a record of $path',
    async (resource) => {
      const record = whole(resource)
      platform.rows.set(resource.api, [record])
      const { dialog } = await open(resource, 7)
      const shown = shownFields(resource, SUPER, startValues(resource, SUPER, record, {})).sort()
      await waitFor(() => expect(drawnIn(dialog)).toEqual(shown))
    },
  )

  it.each(forms.filter(({ screen: shown }) => !shown))(
    'is rendered exactly once for a new record of $path',
    async (resource) => {
      const { dialog } = await open(resource, null)
      const shown = shownFields(resource, SUPER, startValues(resource, SUPER, null, {})).sort()
      await waitFor(() => expect(drawnIn(dialog)).toEqual(shown))
    },
  )

  it.each(forms.filter(({ formSlot }) => formSlot))(
    'is rendered and validated when it is added to the custom form of $path',
    async (resource) => {
      // One field in the first section, one in the last, and one in a section that the form does not have.
      const added = { extra_first: [...resource.form].at(0), extra_last: [...resource.form].at(-1), extra_new: null }
      const before = resource.form
      onTestFinished(() => {
        Object.assign(resource, { form: before })
        for (const name of Object.keys(added)) delete resource.fields[name]
      })
      for (const name of Object.keys(added)) resource.fields[name] = f.text([name, name, name], { required: true })
      const form = before.map((section) => ({
        ...section,
        fields: [
          ...section.fields,
          ...Object.entries(added).flatMap(([name, home]) => (home === section ? [name] : [])),
        ],
      }))
      Object.assign(resource, {
        form: [...form, { label: ['另一节', '另一節', 'Another one'], fields: ['extra_new'] }],
      })
      platform.rows.set(resource.api, [{ ...whole(resource), extra_first: '', extra_last: '', extra_new: '' }])
      const { dialog } = await open(resource, 7)
      for (const name of Object.keys(added))
        expect(await within(dialog).findByLabelText(new RegExp(`^${name}`))).toBeTruthy()
      expect(within(dialog).getByText('另一节')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: '保存' }))
      await waitFor(() => expect(dialog.querySelectorAll('[data-field^=extra] [data-part=problem]')).toHaveLength(3))
      expect(platform.sent.filter(({ method }) => method === 'PUT')).toEqual([])
    },
  )

  it('is reported in a notice if it is invalid but not rendered', async () => {
    const user = resourceOf('permissionCenter/user')
    const own = slots.forms.userForm
    const nothing = Object.assign(() => null, { preload: async () => {}, isLoaded: () => true })
    Object.assign(slots.forms, { userForm: nothing })
    onTestFinished(() => void Object.assign(slots.forms, { userForm: own }))
    platform.rows.set(user.api, [{ ...sample(user), nickname: '' }])
    const { toasts } = await open(user, 7)
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(toasts.join()).toContain('昵称: 必填'))
  })
})
