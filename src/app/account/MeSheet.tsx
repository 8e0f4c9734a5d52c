import { useLocaleState, useTranslate } from 'ra-core'
import { isLanguage, languageName } from '../../../i18n/language.ts'
import { LANGUAGES, type Language } from '../../../i18n/types.ts'
import { chooseMode, MODE_CHOICES } from '../../kit/theme/mode.ts'
import { useModeChoice } from '../../kit/theme/useMode.ts'
import { Drawer, Segment } from '../../kit/index.ts'
import { modeKeys } from '../shell/ThemeMenu.tsx'
import { UserActions, Who } from './UserActions.tsx'
import type { UserDialog } from './UserDialogs.tsx'

/** What a phone has no room for in its top bar: who is signed in, language, theme, project, password, sign out. */
export function MeSheet({ onDialog, onClose }: { onDialog: (dialog: UserDialog) => void; onClose: () => void }) {
  const translate = useTranslate()
  const [locale, setLocale] = useLocaleState()
  const mode = useModeChoice()
  const languages = LANGUAGES.map((value) => ({ value, label: languageName[value] }))
  const modes = MODE_CHOICES.map((value) => ({ value, label: translate(modeKeys[value]) }))
  return (
    <Drawer label={translate('shell.tabMe')} side="bottom" onClose={onClose}>
      <div className="shell-me">
        <Who />
        <Segment<Language>
          label={translate('shell.language')}
          options={languages}
          value={isLanguage(locale) ? locale : 'zhCN'}
          onChange={(language) => setLocale(language)}
        />
        <Segment label={translate('shell.theme')} options={modes} value={mode} onChange={chooseMode} />
        <div>
          <UserActions onDialog={onDialog} onChosen={onClose} />
        </div>
      </div>
    </Drawer>
  )
}
