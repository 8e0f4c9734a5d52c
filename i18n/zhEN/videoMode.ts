import type { Like } from '../types.ts'
import type { videoMode as base } from '../zhCN/videoMode.ts'

export const videoMode: Like<typeof base> = {
  label: 'Videos of the area',
  loading: 'Loading videos',
  count: '%{count} video |||| %{count} videos',
  unnamed: 'Unnamed',
  connecting: 'Connecting',
  reconnecting: 'Picture lost, reconnecting (try %{attempt})',
  paused: 'Paused',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Sound on',
  full: 'Full screen',
  address: 'The browser cannot play this address',
  mixed: 'A page over https cannot play video over http',
  refused: 'This address was added after the page was opened',
  reload: 'Reload the page',
}
