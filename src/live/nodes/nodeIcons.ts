import { __iconData as activity } from 'lucide-react/icons/activity'
import { __iconData as atom } from 'lucide-react/icons/atom'
import { __iconData as biohazard } from 'lucide-react/icons/biohazard'
import { __iconData as cloud } from 'lucide-react/icons/cloud'
import { __iconData as cloudFog } from 'lucide-react/icons/cloud-fog'
import { __iconData as compass } from 'lucide-react/icons/compass'
import { __iconData as droplet } from 'lucide-react/icons/droplet'
import { __iconData as droplets } from 'lucide-react/icons/droplets'
import { __iconData as fan } from 'lucide-react/icons/fan'
import { __iconData as flaskConical } from 'lucide-react/icons/flask-conical'
import { __iconData as gauge } from 'lucide-react/icons/gauge'
import { __iconData as haze } from 'lucide-react/icons/haze'
import { __iconData as power } from 'lucide-react/icons/power'
import { __iconData as sprout } from 'lucide-react/icons/sprout'
import { __iconData as sun } from 'lucide-react/icons/sun'
import { __iconData as testTube } from 'lucide-react/icons/test-tube'
import { __iconData as thermometer } from 'lucide-react/icons/thermometer'
import { __iconData as users } from 'lucide-react/icons/users'
import { __iconData as volume2 } from 'lucide-react/icons/volume-2'
import { __iconData as waves } from 'lucide-react/icons/waves-horizontal'
import { __iconData as wind } from 'lucide-react/icons/wind'
import { __iconData as zap } from 'lucide-react/icons/zap'
import { plainIcon, type PlainIcon } from '../../kit/index.ts'

/**
 * Returns the icon of what a node measures, by its name or unit, for nodes without a picture from the platform. The
 * first match wins.
 */
export function nodeIcon(alias: string, unitname: string, isSwitch: boolean): PlainIcon {
  const found = icons.find(([name, unit]) => name.test(alias) || (unit !== null && unit.test(unitname)))
  return found?.[2] ?? (isSwitch ? SWITCH : FALLBACK_ICON)
}

const icons: readonly (readonly [RegExp, RegExp | null, PlainIcon])[] = [
  [/pm\s?2\.?5/i, null, plainIcon(haze)],
  [/pm\s?10|tsp|扬尘|揚塵|dust/i, null, plainIcon(cloudFog)],
  [/土壤|墒|soil/i, null, plainIcon(sprout)],
  [/湿度|濕度|humid/i, /%\s?rh/i, plainIcon(droplets)],
  [/温|溫|temp/i, /^(℃|°C)$/i, plainIcon(thermometer)],
  [/风向|風向|wind dir/i, /^°$/, plainIcon(compass)],
  [/风机|排风|風扇|風機|\bfan\b/i, null, plainIcon(fan)],
  [/风|風|wind/i, null, plainIcon(wind)],
  [/噪|noise|sound/i, /db/i, plainIcon(volume2)],
  [/水位|液位|流量|流速|level|flow/i, null, plainIcon(waves)],
  [/浊|濁|阀|閥|雨|水|turbid|valve|rain|water/i, /ntu/i, plainIcon(droplet)],
  [/\bph\b/i, null, plainIcon(testTube)],
  [/氨|nh[3₃]/i, null, plainIcon(flaskConical)],
  [/硫|h[2₂]s/i, null, plainIcon(biohazard)],
  [/臭氧|离子|離子|ozone|o[3₃]|ion/i, null, plainIcon(atom)],
  [/co[2₂]?|no[2₂x]|so[2₂]|voc|氧化/i, null, plainIcon(cloud)],
  [/光|照|紫外|辐射|輻射|\buv\b|light|illumin|lux/i, /lux/i, plainIcon(sun)],
  [/压|壓|press/i, /pa$/i, plainIcon(gauge)],
  [/电|電|功率|volt|power|current|energy/i, /^(v|a|k?wh?)$/i, plainIcon(zap)],
  [/客流|人数|人數|人流|people|visitor/i, null, plainIcon(users)],
]

const SWITCH = plainIcon(power)
const FALLBACK_ICON = plainIcon(activity)
