import { dashboard } from './dashboard.ts'
import { control } from './control.ts'
import { crud } from './crud.ts'
import { alarmConfig } from './alarmConfig.ts'
import { errors as error } from './errors.ts'
import { device } from './device.ts'
import { duty } from './duty.ts'
import { maintenance } from './maintenance.ts'
import { map } from './map.ts'
import { monitor } from './monitor.ts'
import { north } from './north.ts'
import { ra } from './ra.ts'
import { shell } from './shell.ts'
import { signin } from './signin.ts'
import { chart } from './chart.ts'
import { user } from './user.ts'
import { display } from './display.ts'
import { video } from './video.ts'
import { ui } from './ui.ts'
import { history } from './history.ts'
import { compare } from './compare.ts'
import { alarms } from './alarms.ts'
import { operations } from './operations.ts'
import { bigscreen } from './bigscreen.ts'
import { bell } from './bell.ts'
import { inbox } from './inbox.ts'
import { deviceDialogs } from './deviceDialogs.ts'
import { devicePage } from './devicePage.ts'
import { overview } from './overview.ts'
import { hj212 } from './hj212.ts'
import { videoMode } from './videoMode.ts'
import { abilities } from './abilities.ts'
import { quality } from './quality.ts'
import { environment } from './environment.ts'

export const catalogue = {
  ...ra,
  error,
  signin,
  shell,
  crud,
  maintenance,
  map,
  monitor,
  chart,
  user,
  display,
  video,
  ui,
  device,
  duty,
  history,
  alarmConfig,
  north,
  compare,
  control,
  alarms,
  operations,
  dashboard,
  bigscreen,
  bell,
  inbox,
  deviceDialogs,
  devicePage,
  overview,
  hj212,
  videoMode,
  abilities,
  quality,
  environment,
}
