import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { parseKeys } from '../../../resources/kit/access.ts'
import { permissionTree, type Permission } from '../../../resources/permissions.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { CheckPanel } from './CheckPanel.tsx'
import type { CheckNode } from './checkLines.ts'
import {
  alongOf,
  isGroup,
  keysOf,
  supportedPermissions,
  readGrants,
  withKeys,
  withUnknown,
  writeGrants,
  type Grants,
} from './grants.ts'

/** Suffix of the line for the page itself, among its buttons. */
const VIEW = ':view'

/**
 * Menus and buttons that the editor holds, as a tree with partial states; pages unfold into a checklist of their
 * buttons.
 */
export function MenuGrants({
  value,
  idle,
  onChange,
}: {
  value: string | null
  idle: boolean
  onChange: (text: string) => void
}) {
  const translate = useTranslate()
  const pick = useLabel()
  const { offered, grants, keys } = useGrants(value)
  const viewText = translate('user.view')
  const nodes = useMemo(
    () => offered.map((node) => checkNode(node, grants, { pick, viewText })),
    [offered, grants, pick, viewText],
  )
  const give = (some: readonly string[], on: boolean) =>
    onChange(writeGrants(withKeys(grants, some, on), grants.locked))
  const along = useMemo(() => alongOf(offered), [offered])
  /**
   * Grants the keys that come along with a line; where all of these are granted already, revokes everything on the
   * line.
   */
  const turn = (some: readonly string[]) => {
    const coming = some.length === 1 ? some : some.filter((key) => along.has(key))
    const on = !coming.every((key) => grants.chosen.has(key))
    give(on ? coming : some, on)
  }
  const toggle = ({ id }: CheckNode) => {
    const view = id.endsWith(VIEW)
    const node = find(offered, view ? id.slice(0, -VIEW.length) : id)
    if (node) turn(view ? [node.key] : keysOf(node))
  }
  const checked = stateOf(keys, grants)
  return (
    <CheckPanel
      label={translate('user.menus')}
      searchText={translate('user.searchMenus')}
      nodes={nodes}
      idle={idle}
      onToggle={toggle}
      all={{ checked, onToggle: () => turn(keys) }}
      open={offered
        .filter((node) => isGroup(node) && stateOf(keysOf(node), grants) === 'mixed')
        .slice(0, 1)
        .map(({ key }) => key)}
      locked={grants.locked.length}
      empty={translate('user.noMenus')}
    />
  )
}

/**
 * Returns what the caller may grant, and the user's state. A code that only this user held keeps its line after it is
 * unticked.
 */
export function useGrants(value: string | null) {
  const caller = useCaller()
  const extensions = useExtensions()
  const { formState } = useFormContext()
  const before: unknown = formState.defaultValues?.['menu_control']
  const offered = useMemo(() => {
    const tree = extensions ? supportedPermissions(extensions, permissionTree()) : permissionTree()
    return withUnknown(
      caller,
      tree,
      new Set([before, value].flatMap((text) => [...parseKeys(typeof text === 'string' ? text : null)])),
    )
  }, [caller, extensions, before, value])
  const grants = useMemo(() => readGrants(value, offered), [value, offered])
  const keys = useMemo(() => offered.flatMap(keysOf), [offered])
  return { offered, grants, keys }
}

function stateOf(keys: readonly string[], { chosen }: Grants): boolean | 'mixed' {
  const count = keys.filter((key) => chosen.has(key)).length
  return count === 0 ? false : count === keys.length ? true : 'mixed'
}

interface Words {
  pick: (label: Permission['label']) => string
  viewText: string
}

function checkNode(node: Permission, grants: Grants, words: Words): CheckNode {
  const keys = keysOf(node)
  const group = isGroup(node)
  const button = (key: string, id: string, label: string): CheckNode => ({
    id,
    label,
    checked: grants.chosen.has(key),
    disabled: grants.lockedParents.has(key),
    children: [],
  })
  const buttons =
    group || node.children.length === 0
      ? []
      : [
          button(node.key, `${node.key}${VIEW}`, words.viewText),
          ...node.children.map(({ key, label }) => button(key, key, words.pick(label))),
        ]
  return {
    id: node.key,
    label: words.pick(node.label),
    note: node.key,
    checked: stateOf(keys, grants),
    disabled: keys.every((key) => grants.lockedParents.has(key)) && keys.every((key) => grants.chosen.has(key)),
    grid: !group,
    ...(node.children.length > 0 && {
      count: [keys.filter((key) => grants.chosen.has(key)).length, keys.length] as const,
    }),
    children: group ? node.children.map((child) => checkNode(child, grants, words)) : buttons,
  }
}

function find(nodes: readonly Permission[], key: string): Permission | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : find(node.children, key)
    if (found) return found
  }
  return undefined
}
