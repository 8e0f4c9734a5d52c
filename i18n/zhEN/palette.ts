import type { Like } from '../types.ts'
import type { palette as base } from '../zhCN/palette.ts'

export const palette: Like<typeof base> = {
  title: 'Quick search',
  placeholder: 'Name, pinyin or initials',
  loading: 'Getting ready…',
  nothing: 'Nothing matches "%{query}"',
  found: '%{smart_count} result |||| %{smart_count} results',
  failed: 'Some names could not be loaded; results may be incomplete',
  choose: 'Select',
  go: 'Open',
  newTab: 'New tab',
  permitted: 'Only what you may open',
  dark: 'Switch to the dark theme',
  light: 'Switch to the light theme',
  language: 'Language: %{name}',
  project: 'Project',
  sections: {
    recent: 'Recent',
    device: 'Devices',
    area: 'Areas and projects',
    gateway: 'Gateways',
    user: 'Users',
    page: 'Pages',
    action: 'Actions',
  },
}
