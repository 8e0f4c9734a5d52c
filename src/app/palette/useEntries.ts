import { deviceAddress } from '../../../resources/menu.ts'
import { useLocaleState, useLogout } from 'react-admin'
import { useMemo } from 'react'
import { menuOf } from '../../../authProvider/landing.ts'
import { isLanguage, languageName } from '../../../i18n/language.ts'
import { LANGUAGES } from '../../../i18n/types.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { isSuper, mayOpen } from '../../../resources/kit/access.ts'
import { nameOrNumber } from '../../../resources/kit/named.ts'
import { bigScreen, overview, type MenuGroup, type Page } from '../../../resources/menu.ts'
import { REAL_TIME_KEY } from '../../../resources/control.ts'
import { device } from '../../../resources/device.ts'
import { area } from '../../../resources/area.ts'
import { gateway } from '../../../resources/gateway.ts'
import { user } from '../../../resources/user.ts'
import { project } from '../../../resources/project.ts'
import { rowsById, useNames } from '../../admin/fields/names.ts'
import { useAreaNames, useDeviceNames } from '../../live/useLiveNames.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { chooseMode } from '../../kit/theme/mode.ts'
import { useMode } from '../../kit/theme/useMode.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import type { Entry } from './search.ts'

export interface Entries {
  entries: readonly Entry[]
  /** Whether some names are still loading, or failed to load. */
  loading: boolean
  failed: boolean
}

/**
 * Returns everything that the caller may reach: pages and actions that they may use, and records whose names they may
 * see.
 */
export function useEntries(): Entries {
  const caller = useCaller()
  const live = mayOpen(caller, REAL_TIME_KEY)
  const devices = useDeviceNames(live || mayOpen(caller, device.menuKey))
  const areas = useAreaNames(live || mayOpen(caller, area.menuKey))
  const ofGateways = mayOpen(caller, gateway.menuKey)
  // The codes of gateways also find the devices behind them.
  const gateways = useNames(
    'manage/gateway',
    ofGateways || devices.data?.some(({ gateway_id }) => gateway_id !== null) === true,
  )
  const users = useNames('permissionCenter/user', mayOpen(caller, user.menuKey))
  const projects = useNames('permissionCenter/project', mayOpen(caller, project.menuKey))
  const own = useOwnEntries()
  const translate = useLateWords('palette')
  const projectWord = translate('palette.project')

  const entries = useMemo<readonly Entry[]>(() => {
    const areaNames = new Map(areas.data?.map(({ id, name }) => [id, name]))
    const codeOf = new Map(gateways.data?.map((row) => [row.id, textOf(row, 'regcode')]))
    return [
      ...(devices.data ?? []).map(({ id, name, district_id, codes, gateway_id }): Entry => {
        const to = live ? deviceAddress(id) : `/manage/device/${id}`
        const behind = gateway_id === null ? '' : (codeOf.get(gateway_id) ?? '')
        return {
          id: `device:${id}`,
          section: 'device',
          name,
          codes: behind === '' ? codes : [...codes, behind],
          hint: (district_id !== null && areaNames.get(district_id)) || undefined,
          to,
          device: id,
          icon: 'device',
        }
      }),
      ...(areas.data ?? [])
        .filter(({ superid }) => superid !== null && superid !== 0)
        .map(({ id, name, superid }): Entry => {
          const to = live ? `/monitor/data?area=${id}` : `/manage/area/${id}`
          return {
            id: `area:${id}`,
            section: 'area',
            name,
            hint: (superid !== null && superid !== 1 && areaNames.get(superid)) || undefined,
            to,
            icon: 'area',
          }
        }),
      ...(projects.data ?? []).map(
        (row): Entry => ({
          id: `project:${row.id}`,
          section: 'area',
          name: nameOrNumber(row.id, row['name']),
          hint: projectWord,
          to: `/permissionCenter/project/${row.id}`,
          icon: 'project',
        }),
      ),
      ...(ofGateways ? (gateways.data ?? []) : []).map(
        (row): Entry => ({
          id: `gateway:${row.id}`,
          section: 'gateway',
          name: nameOrNumber(row.id, row['name'], row['regcode']),
          hint: textOf(row, 'regcode') || undefined,
          to: `/manage/gateway/${row.id}`,
          icon: 'gateway',
        }),
      ),
      ...[...rowsById(users.data ?? []).values()].map((row): Entry => {
        const username = textOf(row, 'username')
        return {
          id: `user:${row.id}`,
          section: 'user',
          name: nameOrNumber(row.id, row['nickname'], username),
          hint: username,
          to: `/permissionCenter/user/${row.id}`,
          icon: 'user',
        }
      }),
      ...own,
    ]
  }, [devices.data, areas.data, gateways.data, users.data, projects.data, own, live, ofGateways, projectWord])

  const all = [devices, areas, gateways, users, projects]
  return { entries, loading: all.some(({ isLoading }) => isLoading), failed: all.some(({ isError }) => isError) }
}

/** Returns the entries that need no name list: pages and actions. */
function useOwnEntries(): readonly Entry[] {
  const translate = useLateWords('palette')
  const caller = useCaller()
  const extensions = useExtensions()
  const logout = useLogout()
  const [locale, setLocale] = useLocaleState()
  const dark = useMode() === 'dark'
  return useMemo(() => {
    const pageCalled = (name: string, { path, label }: Page): Entry => ({
      id: `page:${path}`,
      section: 'page',
      name,
      also: label.filter((other) => other !== name),
      to: path,
      icon: 'page',
    })
    const page = (entry: Page, group?: MenuGroup): Entry => ({
      ...pageCalled(translate(`menu.${entry.key}`), entry),
      hint: group && translate(`menu.${group.key}`),
      group: group?.icon,
    })
    return [
      ...(mayOpen(caller, overview.key) ? [page(overview)] : []),
      ...menuOf(caller, extensions ?? new Set()).flatMap((group) => group.entries.map((entry) => page(entry, group))),
      ...(isSuper(caller) || mayOpen(caller, bigScreen.key)
        ? [{ ...pageCalled(translate('shell.bigScreen'), bigScreen), icon: 'bigScreen' } as const]
        : []),
      {
        id: 'action:theme',
        section: 'action',
        name: translate(dark ? 'palette.light' : 'palette.dark'),
        to: () => chooseMode(dark ? 'light' : 'dark'),
        icon: 'theme',
      },
      ...LANGUAGES.filter((language) => language !== (isLanguage(locale) ? locale : 'zhCN')).map(
        (language): Entry => ({
          id: `action:${language}`,
          section: 'action',
          name: translate('palette.language', { name: languageName[language] }),
          to: () => setLocale(language),
          icon: 'language',
        }),
      ),
      {
        id: 'action:signOut',
        section: 'action',
        name: translate('shell.signOut'),
        to: () => void logout(),
        icon: 'leave',
      },
    ]
  }, [translate, caller, extensions, logout, locale, setLocale, dark])
}

const textOf = (row: Row, field: string): string => String(row[field] ?? '')
