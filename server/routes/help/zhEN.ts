import type { Like } from '../../../i18n/types.ts'
import { alarmHelp } from './alarms/zhEN.ts'
import type { help as base } from './zhCN.ts'

export const help: Like<typeof base> = {
  '': `## Overview
This page answers three questions: is all well, what changed, what needs me. Each figure leads to the page behind it.

- **The sentence beside the title** names the worst first; it says "All is well" only while nothing is waiting and each medium could be judged.
- **Air** is the mean of the stations' hourly means, judged as if it were that of one station; this is not the city index of HJ 663. The index puts all pollutants on one scale: by HJ 633 up to 50 is excellent, up to 100 good, more is worse. It is compared with the same hour of yesterday. Noise and water say how many points are within their limits, and how many points each class has.
- **Needs me**: active alarms that no user has handled, by level and age. **What changed**: changes of classes and rules and devices that went offline within a day, five at most.
- **Areas**: air is the mean, noise and water the worst; the small bars are the index of the last 24 hours. **Can the data be trusted**: how much of the data due this month arrived, arrived in time and is valid, and which devices have been silent since when.
- **Below**: choose an area and a device for its latest values, five at most, and today's chart; beside it are the devices by area. If no station is judged, the page shows only this part.
- The numbers of devices and gateways online and offline, with the share online, and the numbers of alarms of the last 7, 15 and 30 days are shown to the super administrator and to holders of key 10 (WeChat and status panel); the alarms only to those who may open the alarm records.`,
  BigScreen: `## Big screen
For the wall of a control room. Device states refresh every 20 seconds. On the left: device status, distribution over areas and alarm counts. Choose the layout beside the clock; the screen remembers it, and the address can name it (?layout=situation or classic).

- **Situation** (the default where stations are judged by a standard): each plate on the map is the index of a station, its colour and ticks show the class; a red diamond is an alarm, a dashed frame means too little data. The figure at the top, for example "126 Lightly polluted", is the city's last hour, with the same hour of yesterday beside it.
- **Active alarms** are listed with the most urgent first and, within a level, unassigned ones first; more than 5 are shown page by page. Below, the curves of the most urgent alarms with their limits take turns, or the city's index is shown if no alarm is active; then come the worst 8 stations and the areas, with a bar for each hour of the last day.
- If no new data arrives, the old data stays, with its time. After sunset the screen is dimmed.
- **Classic**: the latest values of the devices, four at a time; below, the history chart, and a comparison that runs once 2 items and a month are chosen.
- "Console" in the corner leads back to the overview.
- "Leave on the wall", pressed twice: this browser stays signed in, for a year at most, shows the big screen and can do nothing else; sign in again for anything else. Disabling the account or changing its password ends it.`,
  device: `## Device
Everything about one device. Search results and printed QR codes lead here; an alarm message leads to the alarm in the alarm records, and from there to here. Each part needs its own right.

- **First line**: the class by the standard, of air with its index (by HJ 633 up to 50 is excellent, up to 100 good, more is worse), the open alarm with its next step, and the weather where it is measured. A device that no standard judges has no class.
- **Last 24 hours**: nodes in alarm come first, then those that a standard judges. A dashed line is the limit of a rule, a diamond the start of an alarm, a hatched area a time without data.
- **Noise levels**: Leq, the levels exceeded in 10, 50 and 90 % of the time, by day (Ld) and at night (Ln) against the limits of the zone, and Ldn, from all samples of the span that count. With data for less than five sixths of the span, or without a zone, nothing is compared with the limit.
- **Online and data quality**: "Transmission" is the share of due values that arrived, "In time" the share that arrived within an hour, "Valid" the share not flagged as suspect or failed. The mark shows the 90 % that are usually required.
- **Last 30 days**: the class of each day; a day that cannot be judged is empty.
- **Switches** ask for confirmation and wait until the device reports; without the right "Control" they show a lock.
- At the top right: copy the link, show the QR code, print a label. The data flow and the online history are behind "⋯".`,
  'monitor/data': `## Real-time data
Choose an area on the left: its devices, and those of the areas below it, show their latest values. The list refreshes every 10 seconds.

- **Online / offline**: a device is offline when it has sent nothing for longer than its "Offline after". While an area is under construction or closed, its devices show as offline.
- **Normal / in alarm**: a device is in alarm while one of its alarm rules is violated.
- **Moderate or worse, Light, Noise above the limit, Class IV or worse**: each lists the devices of that class and shows their number; pressed again, it lists all. A narrow window has only those that fit.
- **More filters**, the button at the right end, by class: any class of air, noise or water lists devices of that class or worse; without "And worse", of that class only. In a narrow window it has "Online" and "Normal" as well.
- **More filters**, by value: choose a pollutant or noise and the value from which stations are listed, for example PM2.5 of at least 75. For dissolved oxygen, where less is worse, it is the value up to which stations are listed. The list can have any order.
- **Order**: by default and with "Alarms, then class", devices in alarm come first, by level, then devices with old values. The list can also be sorted by the value of a pollutant or of noise, the largest first, or by dissolved oxygen, the lowest first. These values are the means that the class is judged by.
- A search by name takes at least 2 characters, by code at least 6.
- Turning a switch and setting a value ask for confirmation and need the right "Control"; without it there is a lock. A value can be set only on a node of the type "Data (settable)", between its minimum and maximum.
- After a command the page waits for the device's report: if the device reports the same value, the command is **confirmed**; another value is **different**; no report in time is **timed out**. The time is "Answers within" of the node, 30 s by default.
- List, map and video show the same area; video is off where the area has none.

What values mean:

- **Index and class**: pollutants have different units and do different harm, so their values cannot be compared. A standard puts them all on one scale, the index: by HJ 633 up to 50 is excellent, up to 100 good, above that lightly, moderately, heavily and severely polluted. A station's index is the highest among its pollutants, and above 50 that one is its primary pollutant. A project may choose the US index, which has other words, or the European one, which has classes alone. Noise is compared with the limit of its zone by day and night; water has the classes I to worse than V, by its worst parameter.
- **Colour is never alone**: beside it are a word, a figure, and as many ticks as the class has steps. The tooltip names the standard, the time of the mean, and the number of pollutants, for example 6 / 6. Ticks beside a single value show its own class, for example of a mean of 1 hour; grey ticks mean that the value is old. A class is no alarm: only a red diamond says that a rule is broken.
- **Too little data**: a pollutant of which less than 45 minutes of the hour were measured is missing, and an index of fewer pollutants says which are missing. By HJ 633-2026 such an index is given only above 100. Without an index there is no class; an old one is never shown instead.
- **Map**: choose what it shows, then its layers. The colours between stations are estimated by distance and fade with it, for orientation only; there are none below 5 stations, nor for noise and water. Arrows point in the direction the wind blows to.`,
  'monitor/history': `## History
Choose devices and a period; they are drawn at once. "Read again" fetches the data that arrived since.

- Devices shown together must be of one product model. A week runs from Monday to Sunday.
- Charts are thinned out for drawing; minimum, maximum and average are those of all samples.
- Exports are CSV files named after the device, of all nodes or of those chosen. A period spans at most 30 days.
- "Import history" stores values of the past from a CSV file with device code, node, time and value, as far back as history is kept, for devices that you may edit. Existing values stay; the same file may be sent again. Imported values pass the quality tests and raise no alarms.

Periods longer than a week are shown by days:

- **Curve**: one value a day, within a grey band from the lowest to the highest; zoom to 7 days or less for the raw values. Of a single node that a standard judges, the fields and the words at the right are its classes, the dashed line its limit. Diamonds are alarms, wrenches calibrations. "Overlay" draws yesterday, last week, month or year dashed.
- **Index and class**: the index measures all pollutants by one scale: by HJ 633 up to 50 is excellent, up to 100 good, more is worse; the highest of a day, above 50, is its primary pollutant. Each value is judged by the standard of its day.
- **Figures**: the time beside a number leads to that day. 95 % of the hours are not above P95.
- **Captured**: hours with enough data, of those that have passed. A day needs 20 of them; a day with fewer is hatched and shows their number, for example "18/24 h".
- **Classes by day**: class, index and primary pollutant; clicking a day leads to its curve, "Year" shows all days of the year.
- **Pollution rose**: the direction is where the wind comes from, further out it is stronger, the colour is the mean class. If one direction stands out, the source is probably there; paler cells have fewer hours.
- **Day by hour**: a row for each day, a cell for each hour. A column that stands out is a time of day with often high values. Hatched cells have no data.`,
  'monitor/hisdataPk': `## Comparison
Choose area, device and node and add them, at least 2 items, then a month: all are drawn in one chart.

- The month cannot be in the future.
- Nodes of different units can be compared; each unit has its own chart. Table and file hold every value, for users who may read histories.
- A node that a standard judges shows the class and index of its newest value; if all nodes measure one pollutant, the edge and background of the chart show the classes.`,
  'monitor/operation': `## Operation log
Who created, changed or deleted what and when, which commands were sent, and who signed in.

- The details list each field with its old and new value; secrets show as "******".
- Entries are only added: no user can change or delete an entry.`,
  'monitor/quality': `## Data quality
How complete, timely and valid the data are, by node and month, and which data wait for a review.

- **Expected**: the number of values that a device stores by its cycle; if only changes are stored it is unknown, and a dash is shown.
- **Transmission** = received ÷ expected; **timeliness** = arrived within an hour ÷ expected; **validity** = neither suspect nor failed ÷ expected. Contracts usually ask for 90 % each.
- **To review**: spans that tests call suspect or failed and that no user of your step has reviewed. There are three steps: the station (users who manage some areas), the city (users who manage all of a project, or have the right "City review"), the province (the super administrator, or users with the right "Province review"); a review of a higher step counts before one of a lower step.
- Accept a span, call it suspect or failed, or correct it by a zero and a factor or by one value, always with a reason. Start and end of the span can be changed. Received values are kept. Accepting does not take a correction back: corrected values stay corrected until the correction is taken back.
- **Reviews**: the reviews of the chosen device's values of a month, by whom, when and why. Reviews up to your own step can be taken back there. "Mark values" reviews values that no test has flagged; opened from a history, it starts with the span in view.
- **Not evaluated**: no test of the node's values is on now, so values without a flag are not known to be good. Its validity is shown as "—"; the validity of several nodes is reduced by flagged values only, and says how many values are not evaluated.
- **Missing** values were expected and did not arrive; **gaps** are times without a value that are longer than the node allows. Nodes are tested for gaps, for wrong clocks and for hours unlike those of the stations around them only if the node's record says so.
- Suspect and failed values raise no alarm and do not count in means, indices and files.`,
  'monitor/ranking': `## Rankings
Areas and stations, ranked by how their days are judged by law, over a week, a month, a year or chosen days. Rank 1 is the best.

- **Air** is ranked by the mean of the daily indices, which put all pollutants on one scale (by HJ 633 up to 50 is excellent, up to 100 good): the lower, the better. **Noise** is ranked by the share of days within the limits of day and night, **water** by that of days of class I to III. The air of an area is the mean of its stations, its noise and water are those of its worst station. This is not the composite index of cities by HJ 663.
- Whole days count, up to yesterday. A rank needs as many valid days as the standard requires for a mean: 27 of a month, 25 of February, 324 of a year, nine in ten of other spans. Areas and stations with fewer come last, with their number of days and without a rank.
- **Change** is the difference from the period before. **Coverage** is the share of hours (stations) or of stations (areas) that count.
- Click the head of a column to sort. Click a station for the calendar of its classes, an area for its stations. The exported file has all rows.`,
  'manage/product': `## Product models
A product model says which nodes a kind of device has. Add nodes with "Node maps":

- **Node address**: the address devices report under; do not use one twice in a model.
- **Alias**: the name on the screens.
- **Message key**: for devices that report by key in place of the address.
- Node, address and remarks of a map cannot be changed later.
- Models are managed by the super administrator; a model that devices still use cannot be deleted.`,
  'manage/area': `## Areas
Areas form a tree, and devices belong to areas. Click the map to add boundary points one by one, click a marker to remove it.

- Only the super administrator creates top areas.
- Import takes a CSV file in any common encoding; the parent area is written as its name, its whole path or its ID.
- An area that still has areas or devices below it cannot be deleted, and no area can be moved below itself.`,
  'manage/device': `## Devices
A device reports through a gateway, or by itself.

- **Device code**: the code telemetry is sent under; generated when left empty.
- **Saving**: never, in real time, on change, or every so many minutes.
- The **acquisition cycle** is at least 30 seconds. With **Offline after** 0 a device never counts as offline.
- The telemetry credential is shown once, after the device is created: keep it safe. If it is lost, make a new one; the old one then ends.
- The data of a **virtual device** is made from 24 hourly base and random values, or from another device. The help of "Nodes" says how its script is written.
- The menu of a row: **Details** (the device, its gateway and nodes, its SIM card, its credential), **Edit name** (only the name), **Virtual device** and delete; virtual devices are for the super administrator only.
- The 24 values of a virtual rule are dragged on a curve or typed into the table. "Average of 3 days" takes the hourly average of what the node sent; "Undo" goes back step by step.
- Several selected devices can be started or stopped at once; a stopped device neither reports nor raises alarms.
- **Set alarm rule** puts the selected devices, of one project and model (of any model for rules over a pollutant), under an existing rule (devices that it excepts are no longer excepted), or opens a new rule with them filled in.`,
  'manage/gateway': `## Gateways
A gateway carries the devices of a site. Its **registration code** has digits only and is unique on the platform.

- The telemetry credential is shown once, after the gateway is created: keep it safe. A gateway may report for each of its devices with it.
- **Details** list the devices of a gateway and whether they are online, and its SIM card; users who may edit the gateway can make a new credential or revoke it.
- A gateway that still carries devices cannot be deleted.`,
  'manage/node': `## Nodes
A node is a measured quantity or a switch that product models refer to; the super administrator manages them. Unit and icon are required, the icon a png, jpg or gif of at most 5 MB; the maximum must exceed the minimum.

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
- **Picture when an alarm fires**: enter the snapshot address at which the camera or recorder returns a single picture, with name and password (\`http://name:password@…\`) where the camera asks for them. When an alarm fires near the camera, a picture is taken and kept with the alarm. Private addresses are refused by default; NORTH_ALLOW_PRIVATE allows them.`,
  'manage/calibration': `## Calibrations
The calibrations of each device: zero, factor and span. From its time on, until the next calibration of the node, values are read as (raw − zero) × factor.

- Stored values are not changed: once a record is ended or deleted, values are read as received.
- Live values, alarms, curves, files, hourly means and indices use the calibrated values; alarms that were sent are not changed.
- With a time in the past, the hours and days since then are computed again, which takes a while.
- The **span** is the concentration of the standard, for the record only. Once a calibration has **ended**, values are read as received.`,
  'pushService/northinterface': `## Northbound interfaces
Pushes the data of chosen devices to your address at an interval, as JSON or XML, or reports it by HJ 212 over a kept connection.

- The address starts with http:// or https://, for HJ 212 with tcp:// or tls:// and with a port; addresses of the internal network are refused by default.
- Failed pushes are repeated at growing intervals; the list shows the last result.
- "Protocol formats" decide what is sent as JSON and XML.
- Each value is sent with its quality flag: \`flag\` beside each value in the platform's own shape (1 good, 2 not evaluated, 3 suspect, 4 failed), the marks T, D and M in HJ 212. In a protocol format, add a key of the device property \`flag\` in the array of nodes.
- **HJ 212** sends real-time data at the interval, and averages of minutes, hours and days once they are over, each until it is acknowledged (9014). Data that wait while the receiver is unreachable are sent later; only minutes are dropped if too many wait.
- Factors are the message keys of the product model. "Push and preview" shows the connection and the last frames.`,
  'pushService/protocolFormat': `## Protocol formats
A tree of keys describes what is pushed.

- **Objects** and **arrays** have keys below them, **values** have none.
- A key's name is fixed, a node's alias or its address; its value is fixed, a live value, a property of the device, or the time.`,
  'peizhiCenter/hmi': `## Display screens
Manages the screens; they are drawn in an external editor.

- Editing needs the permission types 2, 3 and 4, or the super administrator.
- **Pin to top**: one screen of each project; pinning another one replaces it.
- The list can be shown as a table or as cards. "Edit screen" opens the external editor in a new tab; its address holds your user credential, so do not pass it on.`,
  'permissionCenter/user': `## Users
A new user gets a random first password, shown once, and must change it at the first sign-in.

- You can grant only the menus, buttons, permission types and areas that you hold yourself.
- **Control** under Real-time data (turning switches, setting values, linked control) is not granted together with its page: tick it separately.
- **Managed areas**: if none is chosen, the user manages all areas of the project; an area includes those below it.
- When a password is changed, or a user is disabled or deleted, their sessions and browser push end at once.
- Users who registered themselves have no project and no menu until the super administrator grants some.
- The **parent user** is also the role: super administrator, project administrator, or a user below one project administrator.
- Permissions the user has and you do not are only counted, and stay as they are when you save.`,
  'permissionCenter/project': `## Projects
Projects do not see each other's data. The super administrator creates them; members may change name, contact phone, logo and remarks of their own.

- **Text messages left** go down with every text message of an alarm, never below 0; at 0 none is sent. A new project has none: the super administrator enters how many there are.
- **Alarm digest**: once a contact or channel has got "Messages before a digest" within "Span of the digest", further messages are not sent one by one. After another such span one digest says how many alarms there are, of which levels, at which devices (the first ten) and how many are over, with a link to the alarm records. The send log names the messages that were not sent. 0 turns the digest off; the first urgent alarm of each device can be told in any case.
- A project that still has areas, devices or users cannot be deleted.
- A logo is required; acquisition, saving and VIP are for the super administrator alone.`,
  'permissionCenter/permission': `## Permissions
The request addresses of the platform and their permission types. Only the super administrator changes them; menus and buttons are granted under "Users".`,
  'permissionCenter/permissiontype': `## Permission types
Types can be granted to users. Editing display screens takes the types 2, 3 and 4 together.

- Only the super administrator changes them; a type that is still in use, or that a right needs, cannot be deleted.`,
  ...alarmHelp,
}
