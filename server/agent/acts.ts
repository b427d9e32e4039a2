/** Part of a message and what it does; `act` is null for a statement. */
export interface Clause {
  act: Act | null
  start: number
  end: number
  text: string
}

const PERSON =
  '(?:humans?|person|people|representative|rep|agent|owner|manager|supervisor|someone|somebody|anyone|operator|staff|boss|human being)'
const any = (...patterns: string[]) => new RegExp(patterns.join('|'), 'iu')
/** Matches a clause that contains nothing else. */
const whole = (...patterns: string[]) => new RegExp(`^(?:${patterns.join('|')})$`, 'iu')

const REFUSAL =
  "\\b(?:(?:i['’]?d )?(?:rather|prefer) not|(?:do not|don['’]?t|wouldn['’]?t|won['’]?t) (?:want to |like to |wanna |care to |feel comfortable )?(?:give|giv|share|sharing|say|tell|provide|have (?:one\\b|any\\b|an? (?:\\w+ )?(?:phone|number|cell|name|budget|preference|idea|clue)\\b|(?:an )?e-?mail|phone)|own|use)|don['’]?t feel comfortable|not comfortable|not (?:giving|sharing|going to (?:give|share))|can(?:not|['’]?t) (?:give|share)|none of your business|(?:i['’]ll|i will|will) (?:tell|give|explain)\\b.{0,20}\\b(?:on the phone|on the call|in person|when (?:they|you) (?:call|come)|later)|(?:do not|don['’]?t) trust you|(?:do not|don['’]?t) (?:call|text|phone) me\\b(?! (?:before|after|on|at|until))|no (?:phone|e-?mail|number)\\b(?! yet)|without (?:giving|sharing)|prefiero no|no quiero (?:dar|decir|compartir)|no tengo (?:correo|teléfono|telefono|email))"

/** Strong acts count anywhere in a clause. Weak acts count only if the clause contains nothing else. */
const ACTS = {
  delete: any(
    "\\b(?:remove|delete|erase|forget) (?:me\\b|(?:all )?(?:of )?my (?:number|phone|e-?mail|data|info(?:rmation)?|details|name|chat|conversation|messages)\\b)|\\b(?:remove|delete|erase) (?:everything|anything|whatever|(?:all )?(?:of )?(?:the|this) (?:data|info(?:rmation)?|details|chat|conversation)).{0,15}\\b(?:you(?: guys)? (?:have|know|stored?|saved|collected)|you['’]ve|about me|on me|from me)\\b|\\b(?:borr\\p{L}+|elimin\\p{L}+) (?:tod[oa]s? )?(?:mis? (?:datos|informaci[oó]n|mensajes|n[uú]mero|correo)|(?:lo )?que (?:tienen|saben))(?![\\p{L}])",
  ),
  stop: any(
    "^(?:please )?(?:stop|quit|end|exit|alto)(?: (?:it|this|that|chat|the chat|now|please|asking))*$|\\bstop (?:messaging|texting|contacting|calling|emailing|bothering)\\b|\\bunsubscribe\\b|\\b(?:take|get) me off\\b.{0,20}\\blist\\b|\\btake (?:it|me|my (?:number|phone|e-?mail)) off\\b(?! (?:the|my|our)\\b(?!.{0,20}\\blist\\b))|\\bopt(?: me)?[ -]?out\\b|\\b(?:do not|don['’]?t|never) (?:ever )?contact me\\b|\\b(?:do not|don['’]?t|never) (?:ever )?(?:contact|call|text|email|message) me (?:again|any ?more|ever)\\b|\\b(?:dejen|deje) de (?:llamar|escribir|molestar)|\\bno me (?:contacten|llamen|escriban)\\b(?! (?:antes|despu[eé]s|hasta|entre|en|por|a las?|el|los|hoy|mañana|al trabajo)(?![\\p{L}]))",
  ),
  complain: any(
    "(?<!\\b(?:not|can|could|would|will|do|if) )\\b(?:you|you guys|your (?:guys?|crew|team|men|people|workers?|company|service|mowers?|employees?))\\b.{0,30}\\b(?:ruined|destroyed|damaged|broke|killed|wrecked|messed up|ran over|scratched|cracked|never (?:came|showed|called|finished|came back)|no[- ]show(?:ed)?|(?:didn['’]?t|did not) (?:come|show|call|finish)|(?:over|double)[- ]?charged|charged me (?:twice|double|wrong|(?:for|the) (?:wrong|incorrect)|too much)|left (?:\\w+ )?(?:an? (?:big |huge |total )?mess|(?:clippings|grass|leaves|trash|debris|branches|ruts))|scalped|burn(?:ed|t)|flooded|trampled|tore up|dented|keeps? (?:on )?(?:blowing|leaving|parking|dumping|throwing|missing|skipping))\\b",
    '\\b(?:bill|invoice|statement|charged)\\b.{0,30}\\b(?:(?:is|was|are|were|looks?|seems?) (?:wrong|incorrect|too (?:high|much)|off)|but (?:my|our|the) (?:plan|price|rate|quote|contract|agreement)|instead of|(?:wrong|incorrect) amount)\\b|\\b(?:wrong|incorrect) (?:bill|invoice|charge|amount)\\b|\\b(?:bill|billed|invoice|statement|charged)\\b.{0,40}\\bbut (?:i|we|you|it|only|nobody|no ?one)\\b',
    "\\b(?:your|the|neighbor['’]?s|you) (?:crew|workers?|guys?|drivers?|mowers?|truck|employees?|men|team)\\b.{0,25}\\b(?:dumped|left|threw|hit|broke|hurt|stole|cut down|blew|dug|destroyed)\\b|\\byour (?:trucks?|trailers?|vans?|drivers?|mowers?)\\b.{0,30}\\b(?:hit|clipped|bumped|slid|backed (?:into|over)|crashed|ran (?:into|over)|knocked|smashed|blocked|scraped)\\b|\\byour (?!(?:prices?|rates?|quotes?|website|ads?|work)\\b)(?:[\\w’']+ ){1,5}(?:is|are|was|were) (?:\\w+ )?(?:insane|loud|noisy|unbearable|outrageous)\\b|\\bone of your (?:workers?|guys|crew|men|drivers|employees)\\b.{0,30}\\b(?:left|threw|hit|broke|stole|was|is)\\b|\\b(?:bad|negative|1|one)[ -]star\\b.{0,10}\\breview\\b|\\b(?:bad|negative) review\\b",
    "\\b(?:you|your \\w+|they)\\b.{0,25}\\b(?:cut|mowed|trimmed|removed|sprayed|treated|took|pulled|dug|came|went|sent|planted|plowed)\\b.{0,20}\\bthe wrong (?:trees?|bush(?:es)?|plants?|house|yard|lawn|property|address|side)\\b|\\b(?:i|we)(?:['’]ve| have)? waited (?:around |here |home )?(?:all (?:day|morning|afternoon|week)|for hours)\\b|\\bwhere(?:['’]?s| is| are) (?:my|our|the|your) (?:crew|guys|mowers?|landscapers?)\\b(?! (?:based|located|from|out of))|(?<!\\b(?:will|would|could|can|might|if|does|do)\\b.{0,40})\\b(?:brown|dead|dying|yellow|burn(?:ed|t)|worse)\\b.{0,12}\\b(?:after|since|from|because of) your\\b|\\b(?:give|giving|gave|getting|got) (?:me |us )?the run-?around\\b|\\bdrift(?:ed|ing)\\b.{0,12}\\b(?:on|onto|into|over) (?:to )?(?:my|our)\\b|\\b(?:double|twice)[- ]billed\\b|\\bbilled (?:me |us )?(?:twice|double)\\b",
    '\\byou(?: guys| people)? (?:came|were (?:here|out))\\b.{0,40}\\b(?:left open|got out|never|missed|still)\\b|\\bleft (?:my|the|our) gate open\\b',
    '\\byou(?: guys| people)? (?:sprayed|treated|fertilized|mowed|cut|trimmed|pruned|planted|seeded|installed|fixed)\\b.{0,40}\\b(?:dead|dying|died|brown|yellow|worse|too short|not working)\\b',
    '\\byou(?: guys| people)?(?: just| also| even| already)? (?:mowed over|(?:drove|ran|backed|plowed) (?:over|into) (?:my|our)|(?:plowed|knocked|ran) (?:my|our) \\w+ (?:over|down)|missed (?:my|our) (?:house|home|yard|lawn|appointment|visit|street|property)|skipped (?:my|our|us|me))\\b',
    '\\b(?:you|you guys|someone|somebody|your \\w+) (?:was|were) (?:supposed|scheduled|meant) to (?:\\w+ )?(?:call|com[ei]|be (?:here|there|at)|show|mow|cut|start|finish|arriv|stop(?:ping)? by|text|email|send|get(?:ting)? back)(?:e|ng|ing)?\\b',
    '\\b(?:has|have|did)(?:n.?t| not) (?:anybody|anyone|somebody|someone|you)(?: guys)? (?:\\w+ )?(?:called?|come|shown?|responded|replied|emailed|texted|gotten back)\\b|(?<!\\bif )\\b(?:no ?one|nobody)\\b.{0,15}\\b(?:came|showed|called|calls? (?:me |us )?back|answers?(?! the door)|responds?|replies|picks? up)\\b|\\b(?:my|the|our) (?:crew|team)\\b.{0,15}\\b(?:never|did(?: not|n.?t))\\b.{0,10}\\b(?:show|come|came|finish)|\\b(?:still|been) waiting (?:[\\w.]+ ){0,4}?(?:for|on) (?:you|your|someone|a call)\\b|\\byou(?: guys)? (?:\\w+ ){0,3}(?:send|call|email|text|quote)\\b.{0,30}\\b(?:i|we)(?:.ve)? never (?:got|received|heard)\\b|\\b(?:charged|billed) (?:me )?(?:twice|double)\\b|\\bnot happy with (?:your|the)\\b|\\bvery disappointed\\b',
    "(?<!(?<!\\bwhen )\\b(?:do|would|will|can|could) (?:i|we) )\\b(?:want|need|demand|give me|get|like|where['’]?s|expect)\\b.{0,20}\\b(?:refund|money back)\\b|^(?:a )?refund(?: me)?(?: now| please)?$|^(?:(?:i['’]?m|we['’]?re) )?(?:really |very |so )?(?:not|un) ?happy$|^(?:and |but )?never (?:came|showed|mowed|cut|called|finished|did)\\b",
    "\\b(?:complaint|rip[- ]?offs?|ripped (?:me )?off|scam(?:mers?)?|(?:this|that|you(?: people| guys| all)?|your \\w+)(?:['’]?(?:s|re)| is| are)? (?:so |just |really |absolutely |completely |all )?(?:ridiculous|useless|unacceptable)|worst (?:service|company|experience)|terrible (?:service|job|company)|horrible (?:service|job|company)|awful (?:service|job|company)|fuck (?:you|off|this|that|your)\\b|bullshit|(?:you|bunch of|are|fucking|these|people|guys) (?:\\w+ )?(?:idiots?|morons?|crooks?|thieves|liars?|frauds?|cheaters?)|you(?: guys| people)? suck|assholes?|shut up|you(?:['’]re| are| r) (?:\\w+ )?(?:stupid|dumb|terrible|worthless)|stupid (?:bot|robot|machine|thing|computer)|waste of my time)\\b",
    '\\b(?:(?:su|el|la) (?:gente|equipo|personal|cuadrilla)|(?:el|los) (?:muchachos?|trabajador(?:es)?|jardineros?))\\b.{0,12}\\bno (?:vino|lleg[oó]|ha venido|se present[oó])(?![\\p{L}])|\\bnadie (?:vino|lleg[oó]|ha venido)(?![\\p{L}])',
    '\\b(?:me|nos) (?:cobraron|cobran|cobró)\\b.{0,20}\\b(?:de m[aá]s|doble|dos veces|mal|otra vez)(?![\\p{L}])|\\bqued(?:ó|aron) (?:muy |bastante |todo )?mal(?!\\p{L})|\\bno (?:han venido|vinieron|llegaron|se presentaron|aparecieron)\\b|\\bdejaron\\b.{0,25}\\b(?:abiert[oa]s?|tirad[oa]s?|suci[oa]s?|un desastre|basura)\\b|\\b(?:rompieron|quebraron|dañaron|destruyeron|quemaron|mataron|cortaron mal|atropellaron)(?: (?:el|la|los|las|mi|mis|nuestr[oa]s?|una?|todo))\\b',
    '\\b(?:reembolso|devuélvanme|devuelvan mi dinero|una queja|quejarme|estafa(?:dores)?|nunca (?:vinieron|llegaron)|arruin\\p{L}+ mi|pésimo servicio|inaceptable)',
  ),
  bot: any(
    "\\bare you\\b.{0,25}\\b(?:bot|robot|human|person|real|ai|machine|computer|automated|chat ?gpt|alive|program)\\b|\\bis (?:this|it|that|there)\\b.{0,25}\\b(?:bot|robot|human|real person|ai|machine|automated|computer)\\b|^is \\p{L}+ (?:actually |really )?(?:an? )?(?:real|actual|live|bot|robot|human|ai|machine)(?: person| human)?$|\\b(?:could|can) you be (?:considered )?(?:an? )?(?:human|real|bot|robot)|\\b(?:have|got|with) (?:an? )?(?:human|robot|bot)\\b|\\byou(?:['’]re| are) (?:definitely |really |just |only )?(?:an? )?(?:bot|robot|machine|computer|ai)\\b|\\bdo you happen to be\\b|\\b(?:you|this) (?:sound|seem|feel|look)s? (?:like )?(?:an? )?(?:bot|robot|machine|computer|ai|human|automated|robotic)\\b|\\bam i (?:talking|chatting|speaking) (?:to|with) (?:an? )?(?:real |actual )?(?:bot|robot|human|person|machine|computer|ai)\\b|\\b(?:whether|if) (?:you(?:['’]re| are))\\b.{0,20}\\b(?:human|real|bot|robot|computer|person)\\b|\\b(?:is it true )?(?:you(?:['’]?re|r)|your) (?:an? )?(?:really )?(?:an? )?(?:real person|bot|robot|human)\\b",
    '\\b(?:eres|es usted|es esto|(?:hablo|hablando|chateando) con)\\b.{0,30}\\b(?:robot|humano|persona real|máquina|bot)\\b',
  ),
  person: any(
    `\\b(?:talk|speak|chat|connect|connect me|transfer|transfer me)(?: (?:to|with|directly|an?|the|your|real|actual|live)){0,5} ${PERSON}\\b`,
    `\\b(?:want|need|get|get me|give me|like)(?: (?:an?|the|your|real|actual|live|to talk to)){0,3} (?:human|person|representative|rep|live agent|operator|manager|supervisor)\\b`,
    `\\b(?:want|need|have|get) (?:(?:an?|the|your|real|actual) )?${PERSON} (?:to )?(?:call|contact|text|phone|talk|reach)`,
    '\\b(?:can|could|may) i (?:please )?(?:talk|speak) (?:to|with) (?!you\\b|u\\b|my\\b|our\\b|the\\b|an?\\b)\\p{L}+(?: \\p{L}+)?(?: please)?$',
    '\\b(?:an?|actual|real) (?:human|person)\\b.{0,12}\\b(?:call|text|contact|reach|email)\\b',
    '\\b(?:someone real|real person|live person|human being)\\b|^(?:please )?(?:(?:get|give) (?:me )?(?:the|your|an?) )?(?:human|agent|operator|representative|person|manager|owner|boss)(?: please| now)?$',
    '\\b(?:hablar|comunicar\\p{L}*) con (?:una? persona|alguien|el dueño|un humano|el gerente|un representante)',
  ),
  customer: any(
    "\\b(?:existing|current|regular|long[- ]?time) (?:customer|client)\\b|\\b(?:i['’]?m|i am|we['’]?re|we are) (?:already )?(?:an? |your )?(?:customer|client)s?\\b(?! (?:of (?!yours?\\b)|service))",
    '\\b(?:(?:questions?|problems?|issues?|concerns?) (?:about|with|on|regarding) (?:my|our|the|your) (?:\\w+ )?(?:invoice|bill|account|payment|charge|crew)|(?:about|regarding) (?:my|our) (?:\\w+ )?(?:invoice|bill|account|payment))\\b',
    '\\b(?:customer|account) (?:name|number|no\\b|#)|\\b(?:invoice|estimate|quote|work order) (?:number|no\\b|#)|\\b(?:my|our|(?:our |my |an )?existing) account\\b|\\b(?:my|our) (?:gate|garage|door|lock ?box|alarm) code\\b|\\b(?:accept|approve|sign) (?:the|my|our|your|that) (?:estimate|quote|proposal|bid|contract)\\b',
    "(?:^|\\bplease |(?<!\\bif )\\b(?:i|we)(?:['’]d)? (?:\\w+ ){0,3}to )(?:cancel|pause|skip|stop|resume|restart|end) (?:my|our) (?:\\w+ ){0,2}?(?:services?|mowing|account|plan|contract|subscription|treatments?|lawn care)\\b",
    '\\b(?:need|where is|missing)\\b.{0,12}\\b(?:invoice|receipt|statement) (?:from|for|of)\\b|\\b(?:was|is|were|been|auto(?:matically)?)[- ]renewed\\b|\\b(?:cancel|end|stop) (?:the |all )?(?:services?|mowing|lawn care) (?:for|at)\\b',
    '\\b(?:re-?)?send (?:me )?(?:over )?(?:a copy of )?(?:my|our|the|an?) (?:\\w+ ){0,2}?(?:invoice|receipt|bill|statement)\\b',
    "(?<!\\b(?:or|if|would) )\\b(?:reschedule|move|change|skip|push back) (?:my|our) (?:\\w+ )?(?:mow(?:ing)?|cut|lawn service|service|treatment|clean-?up)(?: (?:visit|appointment|day|date|time))?\\b(?! (?:estimate|call)\\b)|\\b(?:when|what (?:day|time))(?:['’]?s| is| are) (?:my|our) (?:next|regular|usual) \\w+|\\bskip (?:us|me|my (?:house|yard|lawn)|our (?:house|yard|lawn)|(?:this|next) (?:week|time|visit|mow(?:ing)?))\\b(?! (?:question|step))",
    '\\b(?:missed|returning|got) (?:an? |your |the )(?:missed )?(?:phone )?call\\b',
    "\\b(?:i|we)(?:['’]ve)? (?:already )?(?:have|had|got) (?:an? |my |our )(?:\\w+ )?(?:appointment|visit|estimate)\\b.{0,40}\\bwith you\\b|\\b(?:i|we)(?:['’]ve)? already (?:have|got) (?:an? |my |our )(?:\\w+ )?(?:appointment|visit)\\b",
    '\\b(?:tell|let|remind) (?:the|your|my) (?:crew|guys|team|mowers?|workers?)\\b|\\bmy (?:regular|usual|weekly) (?:crew|guys?|mower)\\b',
    '\\b(?:ya soy|soy) client[ae](?: (?:suy[oa]|de ustedes|actual))?\\b(?! nuev[oa])|\\b(?:cancelar|cancel[ae]n?|pausar|suspender) (?:mi|el) (?:servicio|contrato|plan)\\b|\\bya no quiero (?:el|su|m[aá]s) servicio\\b|\\bmi cuenta\\b',
  ),
  // Only a customer who hasn't just asked for work expects a visit.
  visit: any(
    '(?:^(?:(?:hi|hey|so) )?|\\b(?:when|what (?:time|day)|are|is|will) (?:\\w+ ){0,2}?)(?:you|they|(?:the|your|my) (?:lawn )?(?:crew|guys?|team|mowers?))(?: guys)?(?: \\w+)? (?:com(?:e|ing)|mow(?:ing)?|cutting|showing up|be (?:here|coming))\\b.{0,30}\\b(?:today|tomorrow|tonight|this (?:week|morning|afternoon)|next week|(?:mon|tues|wednes|thurs|fri|satur|sun)day|again)\\b',
    "\\b(?:i['’]?m|i am|we['’]?re|we are) (?:\\w+ )?(?:on|off) your (?:\\w+ )?(?:route|schedule|rotation|list)\\b|\\b(?:start|put|get|add) (?:us|me) back\\b|\\bsame as (?:last|this) (?:year|season|summer|time)\\b",
    '(?<!\\p{L})(?:cu[aá]ndo|a qu[eé] hora|qu[eé] d[ií]a) (?:vienen|van a venir|pasan)(?!\\p{L})',
  ),
  praise: any(
    '\\b(?:you|you guys|your (?:crew|guys?|team|men|people|workers?))\\b.{0,15}\\b(?:did|has done|have done|are doing|is doing) (?:such )?(?:an? )?(?:\\w+ )?(?:amazing|awesome|great|wonderful|fantastic|excellent|beautiful|good|outstanding|incredible|terrific|phenomenal|perfect) (?:job|work)\\b',
    '\\b(?:so|very|really|super|extremely) (?:happy|pleased|impressed) with (?:the|your|how|our)\\b|\\b(?:just )?want(?:ed)? to (?:say|tell you|let you know) (?:how (?:much|happy|pleased)|thanks? (?:you )?for|the (?:yard|lawn|garden) looks|.{0,40}?\\bdid (?:such )?an? (?:\\w+ )?(?:amazing|awesome|great|wonderful|fantastic|excellent) job)\\b',
    '\\b(?:qued[oó]|quedaron|se ve) (?:muy |tan )?(?:bonit|lind|hermos|precios|perfect)[oa]s?\\b|\\b(?:hicieron|hizo) un (?:muy )?(?:buen|gran|excelente) trabajo\\b',
  ),
  agentName: any(
    "\\bwhat(?:['’]?s| is)? (?:is )?your name\\b|\\bwho are you\\b(?! (?:licensed|insured|guys insured))|\\bwho am i (?:talking|speaking|chatting)\\b|\\bwhat (?:can|do|should|may) i call you\\b|\\bwhat would you like me to call you\\b|\\bname (?:do )?you go by\\b|\\b(?:do )?you (?:have|got) a name\\b|\\bmay i (?:ask|know|have) your name\\b|\\bwere you named\\b|\\bcall you by\\b|\\b(?:say|tell me|know) your name\\b|^your name(?: please)?$",
    '\\b(?:cómo|como) (?:te llamas|se llama usted)|\\bcuál es (?:su|tu) nombre\\b|\\b(?:quién|quien) (?:es usted|eres)\\b',
  ),
  repeat: any(
    "^(?:come again|pardon(?: me)?|what was that|huh|excuse me|what)$|\\b(?:repeat|rephrase|phrase)\\b.{0,25}\\b(?:that|it|question|last|again|please|yourself)\\b|\\bsay (?:it|that|the last thing).{0,15}\\b(?:one more time|again|said)\\b|\\b(?:go over|run|tell me) (?:that|it)(?: by me)? again\\b|^say what$|\\bwhat(?:['’]d| did) you (?:just )?(?:say|ask)\\b|\\bwhat (?:did|was it) you (?:just )?(?:say|ask|said)\\b|^(?:please )?(?:one more time|again)(?: please)?$|\\bdid(?:n['’]?t| not) (?:hear|catch|get) (?:you|that|what)\\b",
    '\\b(?:repita|repítalo|repetir)(?![\\p{L}])|^otra vez(?: por favor)?$',
  ),
  ability: any(
    '\\bwhat (?:can|do|could|are) you (?:able to )?(?:do for|help|know how)|\\bwhat can (?:i|you)\\b.{0,12}\\b(?:ask|do|help)\\b(?! (?:about|to|with|when|if|for))|\\b(?:what|which|examples?)\\b.{0,25}\\b(?:questions?|tasks?|subjects?|topics?|things)\\b.{0,30}\\b(?:ask|you|familiar|do)\\b|\\bexamples of (?:what|questions)\\b|\\byour capabilities\\b|\\bwhat should i ask\\b|\\bsomething (?:i can ask|you can do)\\b|\\bwhat (?:all )?do you know\\b|\\bhow (?:can|do) you (?:help|work)\\b|\\bwhat are you (?:able|for|good)\\b|\\bwhat (?:you can|can you) help\\b|^(?:help|info|menu|options)$',
    '\\b(?:qué|que) (?:puede|puedes) hacer\\b|^ayuda$|\\ben qué (?:me )?(?:puede|puedes) ayudar',
  ),
  job: any(
    '\\bget an? (?:\\w+ )?jobs? (?:with|at|from) you\\b|\\bdo you(?: guys)? (?:ever |still )?hire\\b(?! out\\b)|\\bopenings? for an? (?:crew|foreman|lead|laborer|driver|operator|helper|landscaper|technician)\\b|\\byou\\b.{0,12}\\bhiring\\b|\\b(?:job|employment) (?:opening|application|opportunit|position|interview)\\w*|\\b(?:apply|applying|application)\\b.{0,30}\\b(?:jobs?|position|work|crew|team|employment)\\b|\\b(?:looking|searching) for (?:a |some )?(?:jobs?\\b(?! (?:done|on))|work\\b(?! (?:on|done|to be|in (?:my|the|our)))|employment)|\\b(?:want|like|love|can i|could i|able) (?:to )?(?:come )?(?:work|working) (?:for|with) (?:you|your)\\b|\\bmy (?:resume|résumé|cv)\\b|\\b(?:need|have) any (?:workers|jobs|help wanted|job openings?|openings? for .{0,30}\\b(?:seasonal|part[- ]?time|full[- ]?time|help|jobs?|labor\\w*|workers?|drivers?|foreman))\\b|\\bhow (?:do|can|would) i apply$',
    '\\b(?:busco|buscando) (?:trabajo|empleo)\\b|\\b(?:están|estan) contratando\\b|\\btrabajar (?:con|para) (?:ustedes|usted)\\b|\\b(?:tienen|hay) (?:trabajo|vacantes|empleo)\\b',
  ),
  vendor: any(
    "\\b(?:seo\\b|web ?design|rank(?:ing)? (?:\\S+ )?(?:on|in) google|(?:(?:first page|top) of|page (?:one|1) (?:of|on)|(?:#1|number one) on) google|google rankings?|(?:website|seo|marketing) audit|(?:get|send|bring|give|generate) (?:you|your business) (?:\\w+ ){0,3}leads|we(?: are|['’]re) (?:an? )?(?:\\w+ ){0,2}(?:manufacturers?|wholesalers?|distributors?)\\b|we (?:supply|distribute|wholesale)\\b|who (?:handles|manages|is in charge of) (?:your |the )?(?:purchasing|procurement|marketing|payroll|advertising)|your (?:payroll|insurance|phone|internet) (?:provider|vendor)|line of credit|we (?:offer|provide|build|sell)\\b.{0,40}\\bfor (?:landscapers|contractors|(?:small|service|local|landscaping|lawn care) (?:businesses|companies))\\b|digital marketing|marketing (?:agency|services|company)|lead generation|guest posts?|backlinks?|business (?:loans?|funding)|working capital|merchant (?:services|cash)|our (?:agency|software|platform)\\b|increase your (?:sales|traffic|leads|revenue)|grow your business|crypto|bitcoin|viagra|casino|payday|(?:we|i) (?:help|partner with|work with) (?:businesses|companies|contractors|landscapers|landscaping companies))\\b",
  ),
  wrong: any(
    '\\bwrong (?:number|company|business|website|site|place|chat|person)\\b|\\bthought this was\\b|\\b(?:número|lugar|empresa) equivocad[oa]\\b|\\bme equivoqué de\\b',
  ),
  joke: any(
    '\\b(?:tell|know|say|got|have)\\b.{0,15}\\b(?:joke|riddle|funny)\\b|\\bknock,? knock\\b|\\b(?:chiste)\\b',
  ),
  offtopic: any(
    '\\b(?:ignore|disregard|forget|override)\\b.{0,30}\\b(?:previous|prior|above|all|your|earlier)\\b.{0,20}\\b(?:instructions?|prompts?|rules?|messages?|guidelines?)\\b|\\bsystem ?prompt\\b|\\byour (?:instructions|prompt|rules|programming)\\b|\\byou are now\\b|\\bpretend (?:to be|you|that)\\b|\\b(?:you (?:must |should |will )?act as|^act as)\\b|\\bjailbreak\\b|\\bdeveloper mode\\b|\\b(?:write|compose|generate|sing|recite)\\b.{0,15}\\b(?:poem|essay|code|story|python|song|script|haiku|sql)\\b|<\\/?(?:script|system|img|iframe)\\b|\\bdrop table\\b|\\b(?:politics|election(?! day)|trump|biden|super ?bowl|capital of|world cup|meaning of life|do you (?:love|like) me|marry me)\\b|^\\s*(?:system|assistant|user)\\s*:',
  ),
  why: any(
    '^(?:but |and |um )?why(?: not| is that)?$|^por qué$|\\bwhy\\b.{0,40}\\b(?:need|ask|asking|want|know|have to|should i (?:give|tell|share|send|answer|provide|leave))\\b|\\b(?:por qué|para qué)\\b.{0,30}\\b(?:necesita|pregunta|quiere|piden?)',
  ),
  leave: whole(
    "(?:(?:ok|okay|and|well|sounds good|great|perfect|cool|alright)[, ]+)*(?:bye+|bye[ -]?bye|good ?bye|see (?:you|ya)(?: later| soon| then| around| tomorrow| \\p{L}+day)?|take care|have an? (?:good|great|nice|lovely|wonderful|blessed) .{1,20}|you too|good ?night|ciao|later|ttyl|cya|talk (?:to you )?(?:later|soon)|catch you later|i['’]?ll call(?: you(?: guys)?)? (?:then|later|tomorrow|back)|signing off|logging off)",
    "(?:i )?(?:gotta|got to|have to|need to|must) (?:go|run|leave)(?: now)?|(?:for now )?(?:i think )?(?:no )?(?:that|this|thats)(?:['’]s| is| was|['’]ll be| will be| would be)? (?:really )?(?:all|it|everything)(?: (?:that )?i(?:['’]ll)? (?:need|needed|wanted|want|have)(?: help with| to know| for now| today)?)?(?: (?:for (?:now|today|me)|then|today|thanks?|thank you|so much|very much|folks|from me|really|i guess|now|on my end))*",
    "(?:no )?(?:i think )?(?:i(?:['’]?m| am)|we(?:['’]?re| are)) (?:done|good|all set|all good|finished|leaving|set)(?: for now| here| now| then)?|(?:nothing|no) (?:else|more|further questions|more questions)(?: .{0,15})?|all (?:set|done|good)|enjoy (?:your|the rest of your) .{1,15}",
    "it(?:['’]s| was| has been) .{0,25}(?:talk|chat|speak)\\p{L}* (?:to|with) you|(?:i )?(?:really )?enjoyed .{0,25}|(?:nice|good|great) (?:talking|chatting|speaking|meeting)(?: .{0,15})?",
    "so long|toodles|cheerio|peace(?: out)?|farewell|sayonara|(?:(?:see|catch) (?:you|ya) .{1,20})|later,? gator|i(?:['’]m| am) (?:heading|logging|signing|off|leaving) ?.{0,15}|(?:it(?:['’]?s| is| was| has been)? )?(?:so |very |really )?(?:nice|good|great|lovely|awesome|a pleasure)(?: to)? (?:talk|chat|speak|meet)\\p{L}*(?: .{0,15})?|.{0,40}\\b(?:good ?bye|bye(?:[ -]bye)?)",
    'adi[oó]s|hasta (?:luego|pronto|mañana|la vista)|nos vemos|chao|(?:eso )?es todo(?: .{0,20})?|nada más|que (?:tenga|le vaya) .{0,20}',
  ),
  wait: any(
    "^(?:\\w+ ){0,2}?(?:i|we|i['’]ll|we['’]ll|i['’]d|let me|lemme|gotta|need to|have to|(?:can|could) (?:i|we))\\b.{0,20}?\\b(?:(?:talk|speak|check|discuss|run|ask)(?: (?:it|this|to|w|with|by|past|over))* (?:(?:my|the|our) )?(?:him|her|them|wife|husband|spouse|partner|landlord|boss|hoa|board|family|roommates?|parents|mom|dad|calendar|schedule)\\b|think(?: (?:about it|on it|it over))?$|think (?:about it|on it|it over)|sleep on it).{0,40}$",
    '^(?:\\w+,? ){0,2}hold off\\b',
    '^(?:(?:ok(?:ay)?|sorry|h+m+|u[hm]+|well|please|actually),? )*(?:(?:hold|hang) on|let me (?:check|see|think|look)|lemme (?:check|see|think|look)|(?:(?:wait|just|give me|gimme|(?:hold|hang) on(?: for)?) )*(?:an?|one|1) (?:sec(?:ond)?|min(?:ute)?|moment)|un momento|espera(?:me|d|n)?)(?: please| por favor)*$',
    "^(?:(?:no|i['’]?m|we['’]?re|i am) )*just (?:looking|browsing)(?: around| for now| right now)*$",
    "\\b(?:i|we)(?:['’]ll| will) (?:get back (?:to|with) you|(?:come|be) back|let you know|think about it|call (?:you|back)|be in touch|reach out)(?: (?:guys|later|soon|tomorrow|then|back|when .{1,30}|if .{1,30}))*$",
    '^(?:d[eé]jeme|d[eé]jame|tengo que|voy a|necesito) (?:hablarlo|hablar|consultarlo?|pensarlo|preguntar(?:le)?)(?: (?:con|a) mi \\p{L}+)?(?: primero)?$|^(?:luego|despu[eé]s|m[aá]s tarde|yo) (?:les?|te) (?:aviso|llamo|escribo|digo)$',
  ),
  skip: whole(
    '(?:please )?skip(?: (?:it|this|that|this one|the question))?|pass|next(?: question)?|never ?mind|nvm|omitir|saltar|pasar?|siguiente',
  ),
  unsure: whole(
    "(?:(?:i['’]?m |i am |we['’]?re )?(?:not (?:really |quite |too |totally |entirely )?sure|unsure)(?: yet| about that)?|idk|i (?:really )?(?:do not|don['’]?t) (?:really )?know(?: (?:my|our) (?:schedule|availability))?(?: yet)?|(?:i have )?no (?:idea|clue)|dunno|hard to say|can['’]?t say|who knows)",
    'no (?:lo )?s[eé](?: todavía)?|no estoy segur[oa]|ni idea',
  ),
  decline: any(
    "^(?:(?:eh|meh|hm+|u[hm]+),? )?(?:no+|nope|nah|nay|no thanks?|no thank you|no,? (?:i['’]?m )?(?:good|ok|fine)|not (?:now|today|yet|really|interested|at this time|right now)|(?:i(?:['’]?m| am) )?not interested|none|nothing|n\\/a|(?:maybe )?later|maybe|i['’]?d rather not|no quiero|no gracias|ahora no|ninguno|ninguna|nada|tal vez|👎)(?: (?:thanks?|thank you|please|gracias|por ahora))?$",
    "^no,? (?:i )?(?:do not|don['’]?t|didn['’]?t)(?: (?:want|need|think so|like).{0,20})?$|^i (?:do not|don['’]?t) (?:want|think so|want (?:to|it|that))$",
    REFUSAL,
  ),
  thank: any(
    '^(?:.{0,60}\\b)?(?:thanks?|thank (?:you|yu|so)|thankyou|thx|tysm|ty(?! \\p{L}+$)|appreciate (?:it|that|you|your|the)|gracias|se lo agradezco)\\b.{0,60}$',
    "^(?:cheers|much obliged|(?:i(?:['’]m| am) )?(?:very |so )?grateful.{0,25}|you(?:['’]?re| are) (?:the best|awesome|great|so helpful|a lifesaver)|(?:that|this|it) (?:was|is) (?:very |so |really )?helpful.{0,20})$|^you(?:['’]ve| have)? been (?:very |so |really )?helpful.{0,30}$|^(?:very|so|super) helpful$",
  ),
  greet: whole(
    "(?:hi+|hello+|helo|hey+|hiya|howdy|yo|greetings|sup|good (?:morning|afternoon|evening|day)|morning|hola|buen[oa]s?(?: (?:d[ií]as|tardes|noches))?)(?: (?:there|all|everyone|team|guys|again|friend|sir|ma['’]?am|folks|y['’]?all))?",
  ),
  presence: whole(
    '(?:hello |hi |hey )?(?:are you (?:still )?(?:there|here|around|online|alive)|any(?:one|body) (?:there|here|home)|you (?:still )?there|is any(?:one|body) (?:there|here)|still there|test(?:ing)?(?: test(?:ing)?)*|(?:hay|está) alguien(?: ahí)?|sigue ahí)',
  ),
  wellbeing: whole(
    "(?:and )?how are (?:you|things)(?: (?:doing|today|doing today|feeling))*|how(?:['’]?s| is) (?:it going|life|your day|everything)(?: (?:going|so far|today))*|how do you do|what(?:['’]?s| is) (?:up|new|going on)|wassup|c[oó]mo (?:est[aá]|le va|va)(?: usted)?|qu[eé] tal",
  ),
  callMe: whole(
    '(?:please |just |can |could )*(?:you |someone |somebody |have (?:someone|somebody|them) )?(?:please |just )*(?:(?:call|text|phone|ring) me|(?<=(?:someone|somebody|them) )call)(?: (?:please|back|asap|now|right (?:now|away)|immediately|instead|on my phone|directly|not (?:her|him|them|my \\p{L}+)))*|ll[aá]m[ea]n?me(?: por favor)?|(?:me )?(?:pueden?|podr[ií]an?) llamar(?:me)?(?: (?:ahora|ahorita|ya|hoy|por favor))*',
  ),
  vague: whole(
    "(?:(?:i|we)(?:['’]d| would)?\\s)?(?:(?:just|need|want|like|looking for|get|can i get|may i get|can you give me|could i get|please|help|to get|to request|to have|me|some|have|i have|got)\\s)*(?:(?:a|an|some|my|your|the|quick)\\s)*(?:free\\s)?(?:quotes?|estimates?|help|info(?:rmation)?|services?|questions?|bid)(?:\\s(?:please|asap|today|soon|now))*",
    "(?:i|we)(?:['’]m|['’]re| am| are) interested(?: in (?:your|the) (?:services?|company|work))?|.{0,20}\\b(?:saw|got|found|have)\\b.{0,20}\\b(?:truck|sign|ad|flyer|flier|card|van|you online|you on \\p{L}+|from you)|.{0,30}\\b(?:recommended|referred me to|told me about) you(?: guys)?",
    "(?:(?:so|and|now|great|ok|okay|cool) )*(?:how (?:do|can|should) (?:we|i) (?:get )?(?:start(?:ed)?|begin|proceed)|what(?:['’]?s| is| are) (?:the )?next(?: steps?)?|how does (?:this|it) work|what do i (?:do|need to do)(?: now| next)?)",
    '(?:necesito|quiero|quisiera|un|una|por favor|información|\\s)*(?:presupuesto|cotización|ayuda|información)(?: por favor)?',
  ),
  accept: whole(
    "(?:(?:yes+|yep|yeah|yup|ya|sure(?: thing)?|ok+|okay|okey|k+|alright|all right|fine|perfect|great|awesome|excellent|wonderful|cool|good|nice|exactly|correct|right|absolutely|definitely|of course|certainly|indeed|agreed|understood|got it|gotcha|i see|makes sense|sounds (?:good|great|perfect|fine|right)|fair enough|no worries|that(?:['’]s| is| was| would be|['’]ll be|['’]d be)? (?:works?|will work|right|correct|fine|good|great|perfect|ok|okay|cool|awesome)|works for me|i(?:['’]d| would) (?:like|love) (?:that|to)|please(?: do)?|go ahead|let['’]?s do it|do (?:it|both|them|all of (?:it|them))|that(?:['’]s| is) (?:it exactly|exactly it)|yes please|👍|👌|✅|🙏|sí|si|claro(?: que sí)?|por supuesto|está bien|de acuerdo|vale|perfecto|correcto|bueno|excelente|muy bien|listo)(?: (?:yes|please|then|thanks|for me|to me|with me|por favor|gracias|ok|sure|great|perfect))*)",
  ),
  chat: whole(
    "(?:l+o+l+|lmao|rofl|(?:ha){2,}h?|(?:he){2,}|(?:ja){2,}|h+m+|um+|uh+|oh+|wow+|aww+|yay|omg|oops|interesting|funny|so|well|bored|i(?:['’]?m| am) bored|i (?:love|like) you|you(?:['’]re| are) (?:cute|funny|nice|great|awesome|the best)|nice weather.{0,20}|(?:beautiful|lovely|nice|hot|cold) (?:day|weather)(?: .{0,15})?|just (?:chatting|testing|kidding)|k\\p{L}?idding)",
  ),
} satisfies Record<string, RegExp>

/** What part of a message does, other than stating facts and asking about the business. */
export type Act = keyof typeof ACTS

const BOUNDARY =
  /[.!?;\n]+(?=\s|$|[¿¡])|,\s+(?=(?:thanks?|thank|bye|goodbye|please|but|gracias|never ?mind|nvm)\b)|[,—–]\s*(?=$)/giu
const LEAD =
  /^(?:(?:no|nope|nah)(?=\s?[,.!;:—–-]+\s?\S)|(?:yes|yep|yeah|yup|ok|okay|sure|great|perfect|thanks?|thank you|gracias|(?:hi+|hello+|hey+|hiya|howdy|yo)(?: (?:there|all|guys|again|team))?|hola|u+m+|u+h+|h+m+|well|(?:just )?(?:an? |one )?(?:quick )?question|sí|exactly|correct|alright|good (?:morning|afternoon|evening)|buen[oa]s (?:d[ií]as|tardes|noches))(?=[\s,.!;:—–-]+\S))/iu
const EDGE = /^[\s,.!?¡¿;:'"()*~_—–-]+|[\s,.!?¡¿;:'"()*~_—–]+$/gu
const EMOJI_ONLY = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u
/** Matches questions about damage that hasn't happened. */
const IN_CASE =
  /\b(?:if|in case) (?:you|your \w+|one of your \w+|they|someone)(?: (?:guys|ever|accidentally|have|had|were to|happen to))* (?:ruin|destroy|damage|break|broke|kill|wreck|mess|run over|ran over|scratch|crack|hit|miss|skip|left|leave)|\b(?:if|in case) (?:i['’]?m|i am|we['’]?re|we are|i|we) (?:not |un)(?:happy|satisfied)\b/i
/** A longer clause says more than a weak act. */
const LONGEST_WEAK = 120

const WEAK: ReadonlySet<Act> = new Set(['thank', 'decline'])
const ASIDE_LIMIT = 20

function actOf(clause: string): Act | null {
  const bare = clause.replace(EDGE, '').replace(/[,\s]+/g, ' ')
  if (bare === '') return null
  for (const [act, pattern] of Object.entries(ACTS) as [Act, RegExp][]) {
    if (WEAK.has(act) && bare.length > LONGEST_WEAK) continue
    if (act === 'complain' && IN_CASE.test(bare)) continue
    if (pattern.test(bare) && !(act === 'thank' && /[\d@]|\?$/.test(bare))) return act
  }
  return EMOJI_ONLY.test(clause) && /\p{Extended_Pictographic}/u.test(clause) ? 'chat' : null
}

/** Splits a message into clauses and returns what each one does. Runs in linear time. */
export function readClauses(text: string): Clause[] {
  const clauses: Clause[] = []
  const take = (start: number, end: number, depth = 0): void => {
    const part = text.slice(start, end)
    if (part.trim() === '') return
    const act = actOf(part)
    const offset = part.length - part.trimStart().length
    const lead = act === null || act === 'decline' || act === 'thank' ? LEAD.exec(part.trimStart()) : null
    if (lead && depth < ASIDE_LIMIT && lead[0].length < part.trim().length) {
      const cut = start + offset + lead[0].length
      const rest = text.slice(cut, end)
      if (rest.replace(EDGE, '') !== '' && (act === null || actOf(rest) !== act)) {
        clauses.push({ act: actOf(lead[0]), start: start + offset, end: cut, text: lead[0] })
        take(cut, end, depth + 1)
        return
      }
    }
    clauses.push({ act, start, end, text: part.trim() })
  }
  let start = 0
  for (const { 0: mark, index } of text.matchAll(BOUNDARY)) {
    take(start, index + mark.length)
    start = index + mark.length
  }
  take(start, text.length)
  return clauses
}

/** Returns everything that a message does, in no particular order. */
export const actsIn = (text: string): ReadonlySet<Act> =>
  new Set(readClauses(text).flatMap(({ act }) => act ?? []))
