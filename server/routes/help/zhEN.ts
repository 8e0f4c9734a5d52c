import type { Like } from '../../../i18n/types.ts'
import { alarmHelp } from './alarms/zhEN.ts'
import type { help as base } from './zhCN.ts'

export const help: Like<typeof base> = {
  '': `## Overview
It answers three questions: is all well, what changed, what needs me. Each figure leads to the page behind it.

- **The sentence beside the title** names the worst first; "All is well" stands there only while nothing waits and each medium could be judged.
- **Air** is the mean of the stations' hourly means, judged as if it were one station's: no city index by HJ 663. The index puts all pollutants on one scale: by HJ 633 up to 50 is excellent, up to 100 good, more is worse. It is compared with the same hour of yesterday. Noise and water say how many points are within, and how many there are of each class.
- **Needs me**: alarms that last and that nobody handled, by level and age. **What changed**: classes, devices that went offline and rules within a day, five at most.
- **Areas**: air is the mean, noise and water the worst; the small bars are the index of the last 24 hours. **Can the data be trusted**: what came of what was due this month, in time and valid, and who is silent since when.
- **Below**: choose an area and a device for its latest values, five at most, and today's chart; beside it stand the devices by area. Where no station is judged, this is all the page shows.
- How many devices and gateways are online and offline, with the share online, and how many alarms the last 7, 15 and 30 days had, is shown to the super administrator and to holders of key 10 (WeChat and status panel); the alarms only to those who may open the alarm records.`,
  BigScreen: `## Big screen
For the wall of a control room. Device states refresh every 20 seconds. On the left: device status, distribution over areas and alarm counts. The layout is chosen beside the clock; the screen keeps it, and the address may name it (?layout=situation or classic).

- **Situation** (the default where stations are judged by a standard): each plate on the map is the index of a station, its colour and ticks are the class; a red diamond is an alarm, a dashed frame means too little data. The figure in the head, as "126 Lightly polluted", is the city's last hour, beside it the same hour of yesterday.
- **Active alarms** have the most urgent first, of one level those that nobody has taken; more than 5 are turned by pages. Below, the curves of the most urgent with their limits take turns, or the city's index where no alarm lasts; then the worst 8 stations and the areas, with a bar an hour of the last day.
- Where no new data comes, the old stays, with its time. After sunset the screen is dimmed.
- **Classic**: the latest values of the devices, four at a time; below, the history chart, and a comparison that runs once 2 items and a month are chosen.
- "Console" in the corner leads back to the overview.
- "Leave on the wall", pressed twice: this browser stays signed in, for a year at most, shows the big screen and can do nothing else; sign in again for anything else. Disabling the account or changing its password ends it.`,
  device: `## Device
All there is to know about one device. Search hits and printed QR codes lead here; an alarm message leads to the alarm in the alarm records, and from there to here. Each part asks for its own right.

- **First line**: the class by the standard, of air with its index (by HJ 633 up to 50 is excellent, up to 100 good, more is worse), the open alarm with its next step, and the weather where it is measured. A device that no standard judges has no class.
- **Last 24 hours**: nodes in alarm come first, then those that a standard judges. A dashed line is the limit of a rule, a diamond the moment an alarm began, hatching a time without data.
- **Noise levels**: Leq, the levels exceeded in 10, 50 and 90 % of the time, by day (Ld) and at night (Ln) against the limits of the zone, and Ldn, from all samples of the span that count. Below five sixths of the span nothing is held against the limit; without a zone nobody can.
- **Online and data quality**: transmission is what came of what was due, in time what came within an hour, valid what is not flagged as suspect or failed. The mark stands at the 90 % usually asked for.
- **Last 30 days**: the class of each day; a day that cannot be judged is empty.
- **Switches** ask first and wait until the device reports; without the right "Control" there is a lock.
- At the top right: copy the link, show the QR code, print a label. The data flow and the online history are behind "⋯".`,
  'monitor/data': `## Real-time data
Choose an area on the left: its devices, and those of the areas below it, show their latest values. The list refreshes every 10 seconds.

- **Online / offline**: a device is offline when nothing came for longer than its "Offline after". While an area is under construction or closed, its devices show as offline.
- **Normal / in alarm**: a device is in alarm while one of its alarm rules is violated.
- **Moderate or worse, Light, Noise above the limit, Class IV or worse**: list what is of that class, and say how many; pressed again they list all. In a narrow window there are those that fit.
- **More filters**, the button at the right end, class: any class of air, noise or water lists what is of it or worse; without "And worse" that class alone. In a narrow window "Online" and "Normal" are there too.
- **More filters**, value: a pollutant or noise, and from which value on stations are listed, as PM2.5 of at least 75; of dissolved oxygen, of which less is worse, up to which. The order may be any.
- **Order**: by default and by "Alarms, then class" those in alarm stand first by level, then those whose values are old; or by the value of a pollutant or of noise, the largest first, of dissolved oxygen the lowest. Values are the means that the class is judged by.
- A search by name takes at least 2 characters, by code at least 6.
- Turning a switch and setting a value ask first, and take the right "Control": without it there is a lock. A value can be set only on a node of the type "Data (settable)", between its minimum and maximum.
- After a command the page waits for the device's report: the same value is **confirmed**, another one **different**, none in time **timed out**. The time is "Answers within" of the node, 30 s by default.
- List, map and video show the same area; video is off where the area has none.

What values mean:

- **Index and class**: pollutants have different units and do different harm, so that their values cannot be compared. A standard puts each on one scale, the index: by HJ 633 up to 50 is excellent, up to 100 good, above that lightly, moderately, heavily and severely polluted. A station's index is the highest among its pollutants, and above 50 that one is its primary pollutant. A project may choose the US index, which has other words, or the European one, which has classes alone. Noise is held against the limit of its zone by day and night; water has the classes I to worse than V, by its worst parameter.
- **Colour is never alone**: beside it stand a word, a figure, and as many ticks as the class has steps. The tooltip names the standard, the time the mean is of, and how many pollutants there were, as 6 / 6. Ticks beside a single value are its own class, as of a mean of 1 hour; grey ones say that the value is old. A class is no alarm: only a red diamond says that a rule is broken.
- **Too little data**: a pollutant of which less than 45 minutes of the hour were measured is missing, and an index that is made of fewer says which are. By HJ 633-2026 such an index stands only above 100. Where there is none there is no class, and never an old one in its place.
- **Map**: choose what it shows, then its layers. The colours between stations are estimated by distance and fade with it, for orientation only; there are none below 5 stations, nor for noise and water. Arrows point where the wind blows to.`,
  'monitor/history': `## History
Choose devices and a period; they are drawn at once. "Read again" fetches what came since.

- Devices shown together must be of one product model. A week runs from Monday to Sunday.
- Charts are thinned out for drawing; minimum, maximum and average are those of all samples.
- Exports are CSV files named after the device, of all nodes or of those chosen. A period spans at most 30 days.
- "Import history" stores values of the past from a CSV file with device code, node, time and value, as far back as history is kept, for devices that you may edit. Values that are there stay; the same file may be sent again. Imported values pass the quality tests and raise no alarms.

What is longer than a week is shown by days:

- **Curve**: one value a day, within a grey band from the lowest to the highest; zoom to 7 days or less for the raw values. Of a single node that a standard judges, the fields and the words at the right are its classes, the dashed line its limit. Diamonds are alarms, wrenches calibrations. "Overlay" draws yesterday, last week, month or year dashed.
- **Index and class**: the index measures all pollutants by one scale: by HJ 633 up to 50 is excellent, up to 100 good, more is worse; the highest of a day, above 50, is its primary pollutant. Each value is judged by the standard of its day.
- **Figures**: the time beside a number leads to that day. 95 % of the hours are not above P95.
- **Captured**: hours with enough data, of those that have passed. A day needs 20 of them; one with fewer is hatched and says so, as "18/24 h".
- **Classes by day**: class, index and primary pollutant; a day leads to its curve, "Year" shows all of them.
- **Pollution rose**: the direction is where the wind comes from, further out it is stronger, the colour is the mean class. Where one direction stands out the source likely lies there; paler cells are of fewer hours.
- **Day by hour**: a row a day, a cell an hour. A column that stands out is a time of day that is often high. Hatched is no data.`,
  'monitor/hisdataPk': `## Comparison
Choose area, device and node and add them, at least 2 items, then a month: all are drawn in one chart.

- The month cannot be in the future.
- Nodes of different units may stand together; each unit has its own chart. Table and file hold every value for whoever may read histories.
- Beside a node that a standard judges stand class and index of its newest value; where all are of one pollutant, the edge and ground of the chart show the classes.`,
  'monitor/operation': `## Operation log
Who created, changed or deleted what and when, which commands were sent, and who signed in.

- The details list each field with its old and new value; secrets show as "******".
- The log only grows: nobody can change or delete an entry.`,
  'monitor/quality': `## Data quality
How complete, timely and valid the data are, by node and month, and what of them waits for a review.

- **Expected**: what a device stores by its cycle; where only changes are stored nobody can say, and a dash stands there.
- **Transmission** = received ÷ expected; **timeliness** = arrived within an hour ÷ expected; **validity** = neither suspect nor failed ÷ expected. Contracts usually ask for 90 % each.
- **To review**: spans that tests call suspect or failed and that nobody of your step has reviewed. There are three steps: the station (who manages some areas), the city (all of a project, or with the right "City review"), the province (the super administrator, or with the right "Province review"); a higher one counts before a lower one.
- Accept a span, call it suspect or failed, or correct it by a zero and a factor or by one value, always with a reason. Start and end of the span can be changed. What came stays; accepting takes no correction back: what was corrected is read so until that correction is taken back.
- **Reviews**: what was said of the chosen device's values of a month, by whom, when and why. One up to your own step can be taken back there, and "Mark values" judges values that no test doubted; from a history it begins with the span in view.
- **Not evaluated**: no test of the node's values is on now, so that values without a flag are not known to be good. Its validity is shown as "—"; that of several nodes is less by flagged values alone, and says how many are not evaluated.
- **Missing** is what was expected and did not come; **gaps** are stretches without a value longer than the node allows. Nodes are tested for them, for clocks that are off and for hours unlike those of the stations around them only where the node's record says so.
- What is suspect or failed neither alarms nor counts in means, indices and files.`,
  'monitor/ranking': `## Rankings
Areas and stations in the order of what their days were like by law, over a week, a month, a year or days of choice. Rank 1 is the best.

- **Air** is ranked by the mean of the daily indices, which put all pollutants on one scale (by HJ 633 up to 50 is excellent, up to 100 good): the lower, the better. **Noise** is ranked by the share of days within the limits of day and night, **water** by that of days of class I to III. Of an area air is the mean of its stations, noise and water are its worst one. It is not the composite index of cities by HJ 663.
- Whole days count, up to yesterday. A rank takes as many valid days as the standard asks of a mean: 27 of a month, 25 of February, 324 of a year, of other spans nine in ten. What has fewer stands last, with how many there were, and without a rank.
- **Change** is against the period before. **Coverage** is the share of hours (stations) or of stations (areas) that count.
- Press a column's head to sort. A station leads to the calendar of its classes, an area to its stations. The file has all rows.`,
  'manage/product': `## Product models
A product model says which nodes a kind of device has. Add nodes with "Node maps":

- **Node address**: the address devices report under; do not use one twice in a model.
- **Alias**: the name on the screens.
- **Message key**: for devices that report by key in place of the address.
- Node, address and remarks of a map cannot be changed later.
- Models are kept by the super administrator; one that devices still use cannot be deleted.`,
  'manage/area': `## Areas
Areas form a tree, and devices hang on areas. Click the map to add boundary points one by one, click a marker to remove it.

- Only the super administrator creates top areas.
- Import takes a CSV file in any common encoding; the parent area is given by its name, its whole path or its ID.
- An area that still has areas or devices below it cannot be deleted, and none can be moved below itself.`,
  'manage/device': `## Devices
A device reports through a gateway, or stands alone.

- **Device code**: the code telemetry is sent under; generated when left empty.
- **Saving**: never, in real time, on change, or every so many minutes.
- The **acquisition cycle** is at least 30 seconds. With **Offline after** 0 a device never counts as offline.
- The telemetry credential is shown once, after the device is created: keep it safe. If it is lost, make a new one; the old one then ends.
- A **virtual device** makes its data of 24 hourly base and random values, or of another device. The help of "Nodes" says how its script is written.
- The menu of a row: **Details** (the device, its gateway and nodes, its SIM card, its credential), **Edit name** (the name alone), **Virtual device** and delete; what is virtual is for the super administrator only.
- The 24 values of a virtual rule are dragged on a curve or typed into the table. "Average of 3 days" takes the hourly average of what the node sent; "Undo" goes back step by step.
- Several selected devices can be started or stopped at once; a stopped device neither reports nor raises alarms.
- **Set alarm rule** puts the selected devices, of one project and model (of any model for rules over a pollutant), under an existing rule (those it excepts are excepted no more), or opens a new rule with them filled in.`,
  'manage/gateway': `## Gateways
A gateway carries the devices of a site. Its **registration code** has digits only and is unique on the platform.

- The telemetry credential is shown once, after the gateway is created: keep it safe. It may report for every device of the gateway.
- **Details** list its devices and whether they are online, and its SIM card; who may edit it can make a new credential or revoke it.
- A gateway that still carries devices cannot be deleted.`,
  'manage/node': `## Nodes
A node is a measured quantity or a switch that product models refer to; the super administrator keeps them. Unit and icon are required, the icon a png, jpg or gif of at most 5 MB; the maximum must exceed the minimum.

A **display script** converts the value before it is shown; \`value\` is what the node sent:
\`\`\`
value * 0.1
round(value / 3.6, 1)
value > 0 ? 'on' : 'off'
\`\`\`
- Operators: \`+ - * / % **\`, comparison \`< <= > >= == != === !==\`, logic \`&& || ?? !\`, bits \`~ & | ^ << >> >>>\`, condition \`? :\`, brackets.
- Functions: \`abs ceil exp floor log log10 max min pow round sqrt trunc\`; \`round(x, 2)\` keeps two decimals.
- Numbers, quoted text, \`true false null\`. There is no assignment, loop, array, member access or other function.
- At most 500 characters, 200 parts and 32 levels of brackets. A node whose script fails shows no value.`,
  'manage/video': `## Videos
Give an area the address of a camera, or upload a picture.

- Addresses ending in m3u8 play as live streams, pictures show as pictures, everything else plays as mp4.
- Pictures are png, jpg or gif of at most 5 MB.
- **Picture when an alarm fires**: enter the snapshot address where camera or recorder answers a single picture. One is taken as an alarm fires near it, and kept with the alarm. Private addresses are refused by default; NORTH_ALLOW_PRIVATE allows them.`,
  'manage/calibration': `## Calibrations
What each device was calibrated to: zero, factor and span. From its moment on, until the next calibration of the node, what is read of a value is (raw − zero) × factor.

- Stored values stay: once a record is ended or deleted, what came is read again.
- Live values, alarms, curves, files, hourly means and indices take the calibrated values; alarms that were sent stay.
- With an earlier moment, hours and days since then are worked out anew, which takes a while.
- The **span** is the concentration of the standard, for the record alone. Once it has **ended**, values are read as they came.`,
  'pushService/northinterface': `## Northbound interfaces
Pushes the data of chosen devices to your address at an interval, as JSON or XML, or reports it by HJ 212 over a kept connection.

- The address starts with http:// or https://, for HJ 212 with tcp:// or tls:// and with a port; addresses of the internal network are refused by default.
- Failed pushes are repeated at growing intervals; the list shows the last result.
- "Protocol formats" decide what is sent as JSON and XML.
- Values in doubt are sent with what is thought of them: \`flag\` beside each value in the platform's own shape (1 good, 2 not evaluated, 3 suspect, 4 failed), the marks T, D and M in HJ 212. In a protocol format, add a key of the device property \`flag\` in the array of nodes.
- **HJ 212** sends real-time data at the interval, and averages of minutes, hours and days once they are over, each until it is acknowledged (9014). What waits while the other side is away is sent later; only minutes are dropped where too many wait.
- Factors are the message keys of the product model. "Push and preview" shows the connection and the last frames.`,
  'pushService/protocolFormat': `## Protocol formats
A tree of keys describes what is pushed.

- **Objects** and **arrays** have keys below them, **values** have none.
- A key's name is fixed, a node's alias or its address; its value is fixed, a live value, a property of the device, or the time.`,
  'peizhiCenter/hmi': `## Display screens
Keeps the screens; an external editor opens for drawing them.

- Editing takes the permission types 2, 3 and 4, or the super administrator.
- **Pin to top**: one screen of each project; a new one takes the place of the old.
- Shown as a table or as cards. "Edit screen" opens the external editor in a new tab; its address holds your user credential, so do not pass it on.`,
  'permissionCenter/user': `## Users
A new user gets a random first password, shown once, and must change it at the first sign-in.

- You can grant only the menus, buttons, permission types and areas that you hold yourself.
- **Control** under Real-time data (turning switches, setting values, linked control) does not come with its page: tick it by itself.
- **Managed areas**: none stands for all areas of the project; an area takes those below it along.
- When a password is changed, or a user is disabled or deleted, their sessions and browser push end at once.
- Users who registered themselves have no project and no menu until the super administrator grants some.
- The **parent user** is also the role: super administrator, project administrator, or a user below one project administrator.
- Permissions the user has and you do not are only counted, and stay as they are when you save.`,
  'permissionCenter/project': `## Projects
Projects do not see each other's data. The super administrator creates them; members may change name, contact phone, logo and remarks of their own.

- **Text messages left** go down with every text message of an alarm, never below 0; at 0 none is sent. A new project has none: the super administrator enters how many there are.
- **Alarm digest**: once a contact or channel got "Messages before a digest" within "Span of the digest", the rest is not sent one by one; after as long again one digest says how many, of which levels, the first ten devices and how many are over, with a link to the alarm records. What was not sent says so in the send log. 0 turns it off; the first urgent alarm of each device can be told all the same.
- A project that still has areas, devices or users cannot be deleted.
- A logo is required; acquisition, saving and VIP are for the super administrator alone.`,
  'permissionCenter/permission': `## Permissions
The request addresses of the platform and their permission types. Only the super administrator changes them; menus and buttons are granted under "Users".`,
  'permissionCenter/permissiontype': `## Permission types
Types can be granted to users. Editing display screens takes the types 2, 3 and 4 together.

- Only the super administrator changes them; a type that is still in use, and one that a right takes, cannot be deleted.`,
  ...alarmHelp,
}
