// @vitest-environment happy-dom
import english from 'ra-language-english'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createI18nProvider, loadMessages } from '../../i18n/index.ts'
import { loadSigninTexts, translator } from '../../i18n/signin.ts'
import { LANGUAGES, languageTag } from '../../i18n/types.ts'
import { ra as zhCN } from '../../i18n/zhCN/ra.ts'
import { ra as zhTW } from '../../i18n/zhTW/ra.ts'
import { allResources } from '../../resources/index.ts'
import { menu } from '../../resources/menu.ts'

afterEach(() => {
  localStorage.clear()
  vi.resetModules()
})

const leaves = (value: unknown, path = ''): string[] =>
  typeof value === 'string'
    ? [path]
    : Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key))
const at = (value: unknown, path: string): string =>
  String(path.split('.').reduce((inner, key) => (inner as Record<string, unknown>)[key], value))
const placeholders = (text: string): string[] => [...new Set(text.match(/%\{\w+\}/g))].toSorted()

describe('react-admin messages', () => {
  it.each([
    ['zhCN', zhCN],
    ['zhTW', zhTW],
  ])('are complete in %s, with the same placeholders', (_language, messages) => {
    expect(leaves(messages).toSorted()).toEqual(leaves(english).toSorted())
    for (const key of leaves(messages)) {
      // One Chinese form serves both counts, so the English singular need not contain the number.
      const allowed = placeholders(at(english, key))
      expect(
        placeholders(at(messages, key)).filter((name) => !allowed.includes(name)),
        key,
      ).toEqual([])
    }
  })
})

describe('message catalogues', () => {
  it('have the same keys in all languages, including resource definitions', async () => {
    const [base, ...others] = await Promise.all(LANGUAGES.map(loadMessages))
    for (const other of others) expect(leaves(other).toSorted()).toEqual(leaves(base).toSorted())
  })

  it('have a device search hint that fits into its field beside the name', async () => {
    /** Least width of the field, and the width taken by borders, arrow, sign and gaps (filters.module.css), px. */
    const [field, taken] = [180, 83]
    const widthOf = (text: string) => 13 * [...text].reduce((ems, letter) => ems + (letter < '\u0080' ? 0.55 : 1), 0)
    for (const language of LANGUAGES) {
      const { hint, name } = (await loadMessages(language)).monitor.search
      expect(widthOf(hint.replace('%{count}', '2')) + widthOf(name) + taken, language).toBeLessThanOrEqual(field)
    }
  })

  it('name every resource, field and menu entry', async () => {
    for (const language of LANGUAGES) {
      const messages = await loadMessages(language)
      for (const { path, fields } of allResources) {
        expect(messages.resources[path]?.name).toBeTruthy()
        for (const field of Object.keys(fields))
          expect(messages.resources[path]?.fields[field], `${path} ${field}`).toBeTruthy()
      }
      for (const group of menu) for (const { key } of [group, ...group.entries]) expect(messages.menu[key]).toBeTruthy()
    }
  })
})

describe('createI18nProvider', () => {
  it('starts in the stored language and switches messages, document and storage together', async () => {
    localStorage.setItem('language', 'zhTW')
    const { createI18nProvider: create } = await import('../../i18n/index.ts')
    const provider = await create()
    expect(provider.getLocale()).toBe('zhTW')
    expect(provider.translate('ra.action.save')).toBe('儲存')
    expect(provider.translate('resources.manage/gateway.fields.regcode')).toBe('註冊碼')
    await provider.changeLocale('zhEN')
    expect(provider.translate('menu.2-1')).toBe('Real-time data')
    expect(localStorage.getItem('language')).toBe('zhEN')
    expect(document.documentElement.lang).toBe(languageTag.zhEN)
    expect(document.title).toBe('Smart City Environment Monitoring')
  })

  it('uses singular and plural, and formats numbers by language', async () => {
    const provider = await createI18nProvider()
    expect(provider.translate('monitor.list.shown', { count: 12_345 })).toBe('共 12,345 台')
    await provider.changeLocale('zhEN')
    expect([0, 1, 2, 12_345].map((count) => provider.translate('monitor.list.shown', { count }))).toEqual([
      '0 devices',
      '1 device',
      '2 devices',
      '12,345 devices',
    ])
    expect(provider.translate('crud.total', { smart_count: 1, total: 1 })).toBe('1 record')
    await provider.changeLocale('zhCN')
  })

  it('falls back to zhCN for an unknown stored language and ignores a change to one', async () => {
    localStorage.setItem('language', 'klingon')
    const provider = await createI18nProvider()
    expect(provider.getLocale()).toBe('zhCN')
    await provider.changeLocale('klingon')
    expect(provider.getLocale()).toBe('zhCN')
    expect(provider.getLocales?.().map(({ locale }) => locale)).toEqual([...LANGUAGES])
  })
})

describe('sign-in texts', () => {
  it('translate keys with arguments and leave the server’s messages unchanged', async () => {
    const t = translator(await loadSigninTexts('zhEN'))
    expect(t('signin.change.length', { min: 8 })).toBe('At least 8 characters')
    expect(t('error.network')).toContain('cannot be reached')
    expect(t('账号已停用')).toBe('账号已停用')
    expect(t('signin')).toBe('signin')
  })
})

it('English text for a partial list has no noun that needs a plural', async () => {
  const { monitor } = await loadMessages('zhEN')
  expect(monitor.list.shownOf).toBe('Showing %{count} of %{total}')
})
