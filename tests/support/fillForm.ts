import type { Locator } from 'playwright-core'
import type { Caller } from '../../resources/kit/access.ts'
import type { Field, Resource } from '../../resources/kit/define.ts'
import type { RuleName } from '../../resources/kit/rules.ts'
import { isDrawn, shownFields, startValues } from '../../src/admin/form/formValues.ts'

/**
 * Fills in everything the form of a new record must hold, as the super administrator sees it. Each field is filled by
 * the kind of control that shows (a box, a list, a picker, cards, an upload), so that an entity's custom inputs need
 * nothing here. `mark` names the record.
 */
export async function fillForm(form: Locator, resource: Resource, mark: string): Promise<void> {
  const more = MORE[resource.path] ?? {}
  const needed = resource.form
    .flatMap(({ fields }) => fields)
    .filter((name) => name in more || isNeeded(resource.fields[name]))
  const first = shownFields(resource, SUPER, startValues(resource, SUPER, null, {}))
  // A custom form comes in a chunk of its own. Of the needed fields, all that show at the start must be there; the rest
  // appear and disappear with the values chosen.
  for (const name of needed.filter((field) => first.includes(field)))
    await controlOf(form, resource, name).waitFor({ state: 'attached' })
  for (const name of needed) {
    const field = resource.fields[name]
    const control = controlOf(form, resource, name)
    if (field && (await control.count()) > 0) await fill(form, control, field, more[name] ?? sampleOf(field, mark))
  }
}

/**
 * Values that an entity asks for beyond its required fields: one of several alternative fields, or a time that must
 * come after another.
 */
const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'alarmConfig/maintenance': { ends: '2026-02-01', device_list: '' },
}

/** The input of a field. */
export const controlOf = (form: Locator, resource: Resource, name: string): Locator =>
  form.locator(`#${resource.path.replaceAll('/', '-')}-${name}`)

/** The name that a record with this mark has in its list. */
export const markedName = (resource: Resource, mark: string): string => sampleOf(resource.fields[resource.title], mark)

/** The first text field that can be changed and that the list shows, with its value for another mark. */
export function changeable(resource: Resource, before: string, after: string): { name: string; text: string } {
  const listed = new Set(resource.list.flat())
  for (const name of resource.form.flatMap(({ fields }) => fields)) {
    const field = resource.fields[name]
    if (!field || !listed.has(name) || !isDrawn(field, SUPER) || field.fixed || field.input || !TYPED.has(field.type))
      continue
    if (sampleOf(field, before) !== sampleOf(field, after)) return { name, text: sampleOf(field, after) }
  }
  throw new Error(`${resource.path} lists no text that can be changed: the test needs another way to see that one was`)
}

const SUPER: Caller = { id: 1, super_id: 1, project_id: null, keys: new Set(), districts: [], types: [] }

const TYPED: ReadonlySet<string> = new Set(['text', 'longText'])

/** Whether the field is required, or one of several alternatives of which one is required. */
const isNeeded = (field: Field | undefined): boolean =>
  field !== undefined && (field.required === true || (field.type === 'text' && field.oneOf !== undefined))

/** Chooses how to fill by what shows: the role of the control, otherwise the type of its element. */
async function fill(form: Locator, control: Locator, field: Field, text: string): Promise<void> {
  const box = form
    .locator('[data-part=field]')
    .filter({ has: form.page().locator(`#${await control.getAttribute('id')}`) })
  const [role, type, tag] = await control.evaluate(
    (element) => [element.getAttribute('role'), element.getAttribute('type'), element.tagName] as const,
  )
  // Where people are picked in an order, one is chosen at a time.
  const stays = field.type === 'ref' && field.many === true && field.input !== 'rosterPeople'
  if (role === 'combobox') return choose(control, stays, tag === 'DIV')
  // A list of parts: one part is added, and each of its choices is made.
  if (tag === 'BUTTON') {
    await control.click()
    const choices = box.getByRole('combobox')
    await choices.first().waitFor()
    for (const choice of await choices.all())
      await choose(choice, false, (await choice.evaluate(({ tagName }) => tagName)) === 'DIV')
    return
  }
  if (type === 'file') {
    await control.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT })
    return box.getByRole('img').waitFor()
  }
  if (type === 'radio')
    return (await box.getByRole('radio', { checked: true }).count()) > 0 ? undefined : control.check()
  // A search above checkboxes; where not all of them may be ticked together, one kind is selected first.
  if (type === 'search') {
    const boxes = box.getByRole('group').getByRole('checkbox')
    await boxes.first().waitFor()
    if (await boxes.first().isDisabled()) await box.getByRole('combobox').selectOption({ index: 1 })
    return boxes.first().check()
  }
  if (type === 'checkbox') return role === 'switch' ? undefined : control.check()
  return control.fill(text)
}

/** Keeps the option that is already chosen, otherwise takes the first one. */
async function choose(control: Locator, many: boolean, select: boolean): Promise<void> {
  const page = control.page()
  await control.click()
  // A native select elsewhere in the form has options too.
  const list = page.getByRole('listbox')
  const options = list.getByRole('option')
  await options.first().waitFor()
  const chosen = list.getByRole('option', { selected: true })
  await (select && (await chosen.count()) > 0 ? chosen : options).first().click()
  // A list for several values stays open for the next choice.
  if (many) await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
}

/** The text typed into a field: the mark, unless a rule of the field asks for something else. */
function sampleOf(field: Field | undefined, mark: string): string {
  if (field?.type === 'text' || field?.type === 'longText') {
    const rule = field.rules?.find((name) => EXAMPLES[name] !== null)
    return (rule && EXAMPLES[rule]) ?? mark.slice(0, field.max)
  }
  if (field?.type === 'int') return String(field.default ?? field.min ?? 1)
  if (field?.type === 'decimal')
    return String(field.above === undefined ? (field.default ?? field.min ?? 1) : (field.max ?? 1000))
  return field ? (TEXTS[field.type] ?? mark) : mark
}

/**
 * A value that satisfies each rule; null where the mark does. Addresses belong to no host, because the platform may
 * call them.
 */
const EXAMPLES: Record<RuleName, string | null> = {
  special: null,
  alnum: 'A990011',
  digits: '990011',
  number: '9.5',
  positiveInt: '9',
  phone: '13900000011',
  email: 'form@example.com',
  numberList: '1,2',
  numbers: '-999, 65535',
  media: 'https://camera.invalid/live.m3u8',
  url: 'https://platform.invalid/in',
  pushTarget: 'https://platform.invalid/in',
  expression: 'value',
  shadowExpression: 'value',
  ruleLimits: '{"3":75}',
  ruleConditions: '{"calc":"mean","minutes":60}',
  ruleSchedule: '{"from":"08:00","to":"20:00"}',
  ruleScope: '{"model":1}',
  rrule: 'FREQ=YEARLY',
  clock: '08:30',
  rosterExceptions: '[]',
  escalationSteps: '[{"after":10,"level":1}]',
  alarmResults: '[{"id":"r1","label":["已校准","",""],"false":0}]',
}

/** The text typed for types whose values have a notation of their own. */
const TEXTS: Partial<Record<Field['type'], string>> = {
  point: '114.5, 38.04',
  polygon: '114.5, 38.0\n114.6, 38.0\n114.6, 38.1',
  json: '{}',
  date: '2026-01-31',
  time: '2026-01-31',
}

/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
