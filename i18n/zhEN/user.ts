import type { Like } from '../types.ts'
import type { user as base } from '../zhCN/user.ts'

export const user: Like<typeof base> = {
  grants: 'What the user may do',
  menus: 'Menus and buttons',
  types: 'Permission types',
  areas: 'Managed areas',
  view: 'View',
  all: 'Select all',
  closeAll: 'Collapse all',
  searchMenus: 'Search menus or buttons',
  searchTypes: 'Search permission types',
  searchAreas: 'Search areas',
  noMatch: 'Nothing matches',
  noMenus: 'You have no menus to grant',
  noTypes: 'You have no permission types to grant',
  noAreas: 'This project has no areas yet',
  projectFirst: 'Choose the project first',
  locked:
    '%{smart_count} more item is beyond your own permissions and stays as it is |||| %{smart_count} more items are beyond your own permissions and stay as they are',
  hint: 'You can only grant menus you hold yourself; ticking a button ticks its menu too.',
  areasAll: 'With no area chosen, the user manages all areas of the project.',
  areasSome: 'An area includes all areas below it.',
  areasLimited: 'Choose at least one of the areas you manage; an area includes all areas below it.',
  superHoldsAll: 'A super administrator has all menus and areas; the settings below have no effect.',
  hasProblem: 'Some fields need your attention',
  copyToken: 'Copy the credential of %{name}',
  ownPassword: 'Your own password',
  passwordSaved: 'The password of %{name} has been changed',
  passwordHint: '%{name} will be signed out everywhere.',
  ownPasswordHint: 'You will be signed out everywhere else.',
}
