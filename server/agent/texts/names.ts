/** Words that end a name or show that there is none, regardless of case. */
export const NOT_NAMES = new Set(
  `a about big huge tiny small cada como he's hes he'll she's shes she'll they're theyre husband neighbor actually after again all almost already also always am an and another any anything anyway are around as
  asap ask asking at available back bad based because been before being best between both bored broke broken busy but
  buy by bye call calling can can't cannot changing checking closed coming concerned confused considering cool correct
  could curious currently customer damn dang damned darn day did different disabled disappointed do does doing don't
  done dont down during each eh either elderly email emailing enough even ever every everything exactly excited
  air force army navy marines military veteran expensive far few final fine finished first fixed for free from frustrated full fully furious get getting glad gone
  going gonna good got great had handy happy hard have having hello help her here hey hi him his hmm home homeowner
  horrible hoping how hungry hurt i i'd i'll i'm i've idk if ill im important impossible in injured inside interested
  into is isn't issue it it's its itself just kidding kinda know last late later lawn leaving less let like literally
  live lives living located location looking lol lost lots lying mad make many maybe me mean messaging might mind mine
  moved moving more mostly mother much must my myself name near nearby need needing needs neither never new next nice
  no nobody none nope nor not nothing now number of off off-topic office oh ok okay old on once one only open or other our
  out outdoors outside over overwhelmed own owner pass perfect perhaps phone planning please plus possible pretty
  prefer pregnant pretty probably property put quite quick quote rather ready really renting retired ridiculous right
  running sad same saying scared seeking seems selling serious several she shocked short shopping should sick sixty
  skip so some somebody someone something soon sore sorry stop still stressed strange stuck such super supposed sure
  surprised swamped tall texting thank thanks that that's thats the their them then there these they thinking this
  those tired to today tomorrow too totally tree trees trying two typing ugh unable unavailable uncertain unclear
  unfortunately unhappy until up upset urgent us using very via waiting want wanting wants was we weather week weekly
  weeks weird well went what what's whatever whats when where whether which who why wife will willing with within
  without wondering work working works worried worse worth would wrong yeah year years yep yes yet you you're your
  yours yourself zero one three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred double triple
  tonight mobile cell street address unit apt apartment suite building anytime sometime anyway emergency asap job
  whatsapp facebook instagram messenger gmail text texting private
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
  sundays mon tue tues wed weds thu thur thurs fri sat tmrw u ur r weekday weekdays weekend weekends morning afternoon evening night noon january february march
  july september october november december spring summer fall autumn winter christmas thanksgiving easter
  lawncare mowing grass weeds crabgrass bermuda zoysia fescue bluegrass sod mulch hedge hedges shrubs garden yard patio
  pavers irrigation sprinkler sprinklers snow pest mosquitoes mosquito landscaping landscape gutter gutters fence
  pool deck spanish english mexican american deaf blind dead dying drunk single married divorced
  yea yah yup brb meh spelled spelt yikes ouch gosh bingo abracadabra fyi tbd tba lmao rofl wow oops whoa hooray hurray yay phew shoot nevermind
  ditto bravo congratulations congrats click sent select elementary left older younger than nah aww duh eureka amen
  haha hehe huh aha bonjour ciao adios adiós namaste sayonara whatsoever unsubscribe undefined null nan error
  mi es esta está bien cancela cancele cancelar todo toda hola gracias necesito quiero teléfono telefono número numero correo sí por favor busco quisiera de el la los
  las un una en con para que no interesado interesada dueño dueña cliente nuevo nueva urgente aquí
   st size crap bullshit garbage awful stupid insane fake scam spam fraud test testing teacher plumber doctor nurse veteran tenant landlord realtor manager contractor student senior dad mom mother father grandma grandpa kid kids husband rain weather drought dog dogs cat british irish german french español espanol inglés ingles unacceptable thirsty mow cut trim prune fix clean plow whenever chinese japanese korean italian russian más mas tarde mañana luego private anonymous omg christ god geez hell skip bye fertilizer aeration weekly monthly biweekly yesterday sup guys buddy bro dude sir madam maam everyone team folks people customer service support agent bot robot ai human estimate price pricing cost stump removal cleanup trimming pruning plowing design drainage leaf leaves branches
  street avenue road drive lane court ohio texas florida california`.split(/\s+/),
)
/** Words that follow a name without belonging to it. */
export const NEVER_NAMES = new Set(
  `again asap asking question beans start btw bye calling cell cheers goodbye gracias haha hello here hey hi lol mobile nah need needs
  nope now ok okay please pls plz sorry speaking sure text texting thank thanks thx today tomorrow tonight yeah yep
  yes`.split(/\s+/),
)
/** Everyday words that are also first names or surnames. */
export const FIRST_NAMES = new Set(
  `will may bill art rich pat hope grace mark chase april june august dawn joy faith rose lily violet ivy daisy holly
  hazel heather olive sky summer autumn dusty rusty sunny sandy misty crystal ginger gene jack ray drew max earnest
  forest frank grant lance miles pierce rob sue wade ward else guy penny cliff una`.split(/\s+/),
)
export const SURNAMES = new Set(
  `street house day self do no free well real good young showers rhodes short long moody brown green white black gray
  stone woods field forest rivers brooks banks hill lane park an so im won sun man be may english spring winter
  winters summers friday north south east west moore best price cook gardener garden wells hall pool may`.split(
    /\s+/,
  ),
)
