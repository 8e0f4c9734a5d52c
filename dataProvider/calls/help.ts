import { call } from '../http.ts'

/** Languages as getHelpJson names them. */
export type HelpLanguage = 'cn' | 'tw' | 'en'

/** Returns the platform's help text (Markdown) about a screen, such as "manage/device"; null if it has none. */
export async function helpText(language: HelpLanguage, topic: string): Promise<string | null> {
  const entries = await call('GET', `getHelpJson/${language}`)
  if (!Array.isArray(entries)) return null
  const entry = entries.find(
    (candidate: unknown): candidate is { tips: string } =>
      isHelp(candidate) && candidate.types.replace(/^\//, '') === topic,
  )
  return entry?.tips ?? null
}

const isHelp = (entry: unknown): entry is { types: string; tips: string } =>
  typeof entry === 'object' &&
  entry !== null &&
  'types' in entry &&
  typeof entry.types === 'string' &&
  'tips' in entry &&
  typeof entry.tips === 'string'
