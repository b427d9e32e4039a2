/** Common given names that aren't everyday words or places. They count as names in lowercase, too. */
export const GIVEN_NAMES = new Set(
  `aaliyah aaron abagail abbie abbigail abby abdiel abdul abdullah abe abel abelardo abigail abigale abigayle
  abner abraham ada adah adalberto adaline adam addie addison adela adelbert adele adelia adeline adell
  adella adelle aditya adolf adolfo adolph adolphus adrain adrian adriana adrianna adriel adrien adrienne
  afton aglae agnes ahmad ahmed aida aidan aiden aileen aimee aisha aiyana akeem akira al alaina alan alana
  alanis alanna alayna albert alberta albertha alberto alda alden aldo alec aleen alejandra alejandrin
  alejandro alejo alek alena alene alessandra alessandro alessia aletha alex alexa alexander alexandra
  alexandre alexandrea alexandrine alexandro alexane alexanne alexia alexie alexis alexys alexzander alfonso
  alfonzo alford alfred alfreda alfredo ali alia alice alicia alisa alisha alison alivia aliya aliyah aliza
  alize allan allen allene allie allison alma alonzo alphonso althea alva alvah alvena alvera alverta alvin
  alvis alyce alycia alysa alysha alyson alyssa alysson amalia amanda amani amari amaya ambrose amelia
  amelie amely amie amina amir amira amiya amos amy amya ana anabel anabelle anahi anais anastacio anastasia
  andre andrea andreane andreanne andreas andrei andres andrew andy angela angelica angelina angeline
  angelita angelo angie angus anibal anika anil anissa anita aniya aniyah anjali ann anna annabel annabell
  annabelle annalise annamae annamarie anne annetta annette annie ansel ansley anthony antoine antoinette
  anton antone antonetta antonette antonia antonietta antonio antwan antwon anya araceli aracely archibald
  archie ardella arden ardith arely ariana ariane arianna aric ariel arielle arjun arlene arlie arlo armand
  armando armani arnaldo arne arno arnold arnoldo arnulfo arthur arturo arun arvel arvid arvilla aryanna
  asha asher ashlee ashleigh ashley ashly ashlyn ashlynn ashton ashtyn asia assunta astrid athena aubree
  aubrey audie audra audreanne audrey augustine augustus aurelia aurelie aurelio aurore austen austyn ava
  avery avis axel ayana ayden ayla aylin bailee bailey barbara barney barrett barry bart bartholome barton
  baylee beatrice beatriz beaulah becca becky belinda ben benedict benjamin bennett bennie benny bernadette
  bernadine bernard berneice bernhard bernice bernie berniece bernita bert bertha bertram bertrand bessie
  beth bethany bethel beto betsy bette bettie betty bettye beulah beverly bianca bianka billie billy blair
  blaise blake blanca blanche bob bobbi bobbie bobby bonnie boris boyd brad braden bradford bradley bradly
  brady braeden brandi brando brandon brandt brandyn brannon branson brant braulio braxton brayan breana
  breanna breanne brenda brendan brenden brendon brenna brennan brennon brent bret brett bria brian briana
  brianna brianne brice bridget bridgette bridie brielle brigitte brionna britney brittany brittney brock
  broderick brody brooke bruce bryan bryana bryant bryce brycen bryon buford bulah burdette burley burnice
  burt byron cade caden caesar caitlin caitlyn caleb caleigh calista callie calvin cameron camila camille
  camren camron camryn camylle candace candelario candice carina carissa carl carla carlee carlene carleton
  carley carli carlie carlo carlos carlotta carlton carmela carmella carmelo carmen carol carolanne carole
  caroline carolyn carolyne carrie carroll casandra casey casimer cassandra cassandre cassidy cassie
  catalina caterina catharine catherine cathrine cathryn cathy cayla ceasar cecelia cecil cecile cecilia
  cedric cedrick celeste celestine celia celine cesar chad chadd chadrick chaim chanel chanelle charlene
  charles charley charlie chasity chauncey chaz chelsea chelsey chelsie cheri cherie cheryl chesley chet
  cheyanne chloe chris christa christelle christian christiana christie christina christine christop
  christophe christopher christy chuck chyna ciara cierra cindy citlalli clair claire clara clarabelle clare
  clarence clarissa clark claud claude claudia claudie claudine clayton clemens clementine clemmie cleo
  cleora cleta cletus cleve clifford clint clotilde cloyd clyde coby cody colby cole coleman colin colleen
  collin colten conner connie connor conor conrad constance constantin consuelo cora coralie corbin cordelia
  cordell cordia cordie corene corey corine corinne cornell corrine cortez cortney cory coty courtney craig
  crawford creola cristian cristina cristobal cristopher cruz crystel cullen curtis cydney cyndi cynthia
  cyril cyrus dagmar daija daisha dakota dale dallin dalton damaris dameon damian damien damion damon dan
  dana dandre dane dangelo danial danica daniel daniela daniella danielle danika danilo dannie danny dante
  danyka daphne daphnee daphney darby darcy daren daria darian dariana darin dario darion darius darla
  darlene darnell daron darrel darrell darren darrick darrin darrion darron darryl darwin daryl dashawn
  dasia dave david davin davion davon davonte dawson dayana dayna dayne dean deandre deangelo deanna deb
  debbie debby deborah debra declan dedric dedrick dee deion deirdre dejah dejon dejuan delaney delbert
  delia delilah della delmer delores delpha delphia delphine demarco demarcus demario demetris demetrius
  demond dena denis denise dennis deon deondre deontae deonte dereck derek derick deron deshaun deshawn
  desiree desmond dessie destany destinee destiney destini devante deven devin devon devonte devyn dewayne
  dewey dewitt dexter diana diane diann dianna dianne diego dillan dillon dimitri dina dion dirk dixie
  dmitri dolores domenic domenica domenick domenico dominic dominick dominique donald donato donavon donna
  donnell donnie donny donovan dora dorcas doreen dorian doris dorothea dorothy dorris dortha dorthy doug
  douglas dovie doyle duane dudley duncan durward dustin dwayne dwight dylan earl earlene earline earnestine
  ebba ebony ed eddie eddy edgar edgardo edith edmund edna eduardo edward edwardo edwin edwina edyth edythe
  effie efrain efren eileen einar eino eladio elaina elaine elbert elda eldon eldora eldred eldridge eleanor
  eleanora eleanore eleazar elena elenor elenora eleonore elfrieda eli elian eliane elias eliezer elijah
  elinor elinore elisa elisabeth elise elisha elissa eliza elizabeth ella ellen ellie elliot elliott ellis
  ellsworth elmer elmo elmore elna elnora elody eloisa eloise elouise eloy elroy elsa elsie elta elton elva
  elvera elvie elvira elvis elwin elwyn elyse elyssa elza emanuel emelia emelie emely emerson emie emil
  emile emilia emiliano emilie emilio emily emma emmalee emmanuel emmanuelle emmet emmett emmie emmitt emmy
  emory enid enoch enola enos enrico enrique ephraim eriberto eric erica erich erick ericka erik erika erin
  erling erma erna ernest ernestina ernestine ernesto ernie ervin erwin eryn esmeralda essie esteban
  estefania estel estela estell estella estelle estevan esther etha ethan ethel ethelyn ethyl ettie eudora
  eugene eugenia eula eulah eulalia euna eunice eusebio eva evalyn evan evangeline eveline evelyn everardo
  everett everette evert evie ewald ewell ezekiel ezequiel ezra fabian fabiola fannie fatima faustino favian
  faye federico felicia felicita felipa felipe felix felton fermin fernanda fernando ferne fidel filiberto
  finn fiona flavie flavio fleta fletcher florencio florian florine flossie floy floyd forrest frances
  francesca francesco francine francis francisco frank frankie franklin franz fred freda freddie freddy
  frederic frederick frederik frederique fredrick fredy freeda freida frieda friedrich fritz furman gabby
  gabe gabriel gabriela gabriella gabrielle gail garett garnett garrett garrick garry garth gary gaston
  gavin gayle genevieve gennaro genoveva geoff geoffrey george georgette georgia georgianna georgina
  geovanni geovanny geovany gerald geraldine gerard gerardo gerda gerhard germaine gerry gerson gertrude
  gianni gideon gil gilbert gilberto gilda giles gillian gina ginny gino giovani giovanna giovanni giovanny
  giselle gisselle giuseppe gladyce gladys glen glenda glenn glenna glennie gloria godfrey golda goldie
  gonzalo gordon gracie graciela grady graham granville grayce grayson greg gregg gregoria gregorio gregory
  greta gretchen greyson griselda grover guadalupe gudrun guillermo guiseppe gunnar gus gussie gustave
  gustavo gwen gwendolyn hadley hailee hailey hailie hal haleigh haley halie halle hallie hank hanna hannah
  hans harley harmon harold harriet harry harvey haskell hassan hassie hattie hayden haylee hayley haylie
  hazle heber hector heidi helen helena helene helga hellen helmer heloise henri henrietta henriette henry
  herbert herman hermann hermina herminia herminio hershel herta hertha hester hettie hilario hilbert hilda
  hildegard hillard hillary hilma hilton hipolito hiram holden hollie homer horace horacio hosea howard
  howell hoyt hubert hugh hugo hulda humberto hussein hyman ian ibrahim icie idell idella ignacio ignatius
  ike ilene iliana imani imelda immanuel imogene imran ines inez ingrid ira irene irma irvin irving irwin
  isaac isabel isabell isabella isabelle isac isadore isai isaiah isaias isiah isidro isla ismael isobel
  isom issac itzel ivah ivan ivana ivette izabella izaiah jabari jace jacey jacinthe jackeline jackie
  jacklyn jacky jaclyn jacob jacqueline jacquelyn jacques jacynthe jada jaden jadon jadyn jaeden jaida
  jaiden jailyn jaime jairo jakayla jake jakob jaleel jalen jalyn jamaal jamal jamarcus jamel james jameson
  jamey jamie jamil jamir jamison jammie jan jana janae jane janelle janessa janet janette janice janick
  janie janine janis janiya jannie jany jaquan jaquelin jaqueline jared jaren jarod jaron jarrell jarret
  jarrett jarrod jarvis jasen jasmin jasmine jason jaunita javier javon javonte jay jayce jaycee jayda jayde
  jayden jaydon jaylan jaylen jaylin jaylon jayme jayne jayson jazlyn jazmyn jazmyne jean jeanette jeanie
  jeanne jeannette jeannie jed jedediah jedidiah jeff jefferey jeffery jeffrey jeffry jena jenifer jenna
  jennie jennifer jennings jenny jennyfer jensen jerad jerald jeramie jeramy jerel jeremiah jeremie jeremy
  jeri jermain jermaine jermey jerod jerome jeromy jerrell jerrod jerrold jerry jess jesse jessica jessie
  jessika jessy jessyca jett jetta jettie jevon jewell jill jillian jim jimmie jimmy jo joan joana joanie
  joann joanna joanne joannie joanny joany joaquin joaquina jocelyn jodi jodie jody joe joel joelle joesph
  joey johan johann johanna johathan john johnathan johnathon johnnie johnny johnpaul johnson jolene jolie
  jon jonah jonas jonatan jonathan jonathon joni jordan jordane jordi jordon jordy jordyn jorge jorja jose
  josefa josefina joselyn joseph josephine josh joshua joshuah josiah josiane josianne josie josue jovan
  jovani jovanny jovany joyce juan juana juanita judah judd jude judith judson judy jules julia julian
  juliana julianne julie julien juliet julio julius junius justen justin justina justine juston justus
  justyn juwan kacey kaci kacie kade kaden kadin kaela kaelyn kaia kailee kailey kailyn kaitlin kaitlyn
  kaleb kaleigh kaley kali kallie kameron kamille kamren kamron kamryn kane kara kareem karelle karen kari
  kariane karianne karin karina karine karl karla karlee karley karli karlie karolann karson karyn kasandra
  kasey kassandra katarina kate katelin katelyn katelynn katharina katherine katheryn kathi kathie kathleen
  kathlyn kathrine kathryn kathryne kathy katie katlyn katlynn katrina katrine kattie kavon kay kaya kaycee
  kayden kaye kayla kaylah kaylee kayleigh kayley kayli kaylie kaylin keagan keanu keara keaton keegan
  keeley keely keenan keira keisha keith kellen kelley kelli kellie kelly kelsey kelsi kelsie kelton kelvin
  ken kendall kendra kendrick kenna kennedi kennedy kenneth kennith kenny kenton kenyatta kenyon keon keri
  kerri kerry keshaun keshawn keven kevin kevon keyon keyshawn khalid khalil kian kiana kianna kiara kiarra
  kiel kiera kieran kiley kim kimberly kira kirk kirsten kirstin kobe koby kody kolby kole korbin korey kory
  kraig kris krista kristen kristi kristian kristie kristin kristina kristine kristofer kristoffer
  kristopher kristy krystal krystel krystina kumar kurt kurtis kyla kyle kylee kyleigh kyler kylie kyra
  lacey ladarius laila laisha lakisha lamar lambert lamont lana landen laney lanny lara larissa laron larry
  larue lashonda latasha latonya latoya laura lauren laurence lauretta lauri lauriane laurianne laurie
  laurine laury lauryn lavern laverna laverne lavina lavinia lavon lavonne lawrence lawson layla layne lea
  leah leandro leann leanna leanne leatha lee leif leigh leila leilani lelah leland lelia lempi lemuel lena
  lenna lennie lenny lenora lenore leo leola leon leona leonard leonardo leone leonel leonie leonor leonora
  leopold leopoldo leora leroy lesley leslie lesly lessie lester leta letha leticia letitia levi lewis lexi
  lexie lexus liam liana libbie libby lila lilian liliana liliane lilla lillian lilliana lillie lilly lilyan
  lina linda lindsay lindsey linnea linnie linwood lionel lisa lisandro lisette litzy liz lizeth lizzie
  llewellyn lloyd logan lois lola lolita lonie lonnie lonny lonzo loraine loren lorena lorene lorenz lorenza
  lorenzo loretta lori lorine lorna lorraine lottie lou louie louis louisa louise lourdes louvenia lowell
  loyce lucas lucia luciano lucie lucienne lucile lucille lucinda lucious lucius lucy ludie ludwig luella
  luigi luis luisa lukas luke lulu lupe lura lurline luther luz lyda lydia lyla lyle lynda lynette lynn
  lynne lysanne mabel mabelle mable macey maci macie mack mackenzie macy madaline madalyn maddie maddison
  madeline madelyn madelynn madge madie madilyn madisen madisyn madonna madyson maegan maeve mafalda magali
  magdalen maggie magnus maia maida maiya makayla makenna makenzie malachi malcolm malik malika malinda
  mallie mallory malvina mamie mandy manley manny manuel manuela mara marc marcel marcella marcelle
  marcellus marcelo marci marcia marcie marco marcos marcus marcy margaret margarete margarett margaretta
  margarette margarita marge margie margo margot margret marguerite maria mariah mariam marian mariana
  mariane marianna marianne maribel maricela marie mariela marielle marilie marilou marilyn marilyne marina
  mario marisa marisol marissa maritza marjolaine marjorie marjory markus marla marlee marlen marlene marley
  marlon marni marsha marshall marta martha martin martine marty marvin mary maryam maryann maryjane maryse
  mateo mathew mathias mathilde matilda matilde matt matteo matthew mattie maud maude maudie maura maureen
  maurice mauricio maurine mavis maxie maximilian maximillia maximillian maximus maxine maxwell maya maybell
  maybelle maye maymie maynard mayra mazie mckayla mckenna mckenzie meagan meaghan meg megan megane meggie
  meghan mekhi mel melanie melany melba melinda melissa mellie melva melvin melvina melyna melyssa mercedes
  meredith merl merle merritt mertie mervin mia micaela micah michael michaela michale micheal michel
  michele michelle mick mickey miguel miguelina mikayla mike mikel mildred millie milton mindy minnie
  miranda mireille mireya miriam misael missouri mitch mitchel mitchell mittie mohamed mohammad mohammed
  moises mollie molly mona monica monique monserrat monserrate monty morgan moriah morris mortimer morton
  mose moses moshe mossie mozell mozelle muhammad muriel murl mustafa myah mylene myles myra myriam myrl
  myrna myron myrtice myrtie myrtis myrtle nadia nadine nakia nancy nanette nannie naomi naomie nash nasir
  natalia natalie natasha nate nathan nathanael nathanial nathaniel nathen nayeli neal ned nedra neha neil
  nelda nella nelle nellie nels nelson neoma nestor nettie neva newell nicholas nicholaus nichole nick
  nicklaus nickolas nico nicola nicolas nicole nicolette nigel nikita nikki nikko niko nikolai nikolas nina
  noah noel noelia noelle noemi noemie noemy nola nolan nora norbert norberto noreen norene norma norman
  norris norval nyah nyasia obie oceane ocie octavia octavio odell odie ofelia okey olaf olen oleta olga
  olin oliver olivia ollie omar omari omer onie ophelia oran oren orie orland orpha orrin orval orville
  osbaldo osborne oscar osvaldo oswald oswaldo otha otho otilia otis ottilie ottis otto owen ozella pablo
  paco paige pam pamela paolo pascale pasquale patricia patrick patsy patti pattie patty paul paula paulette
  pauline paxton payton pearl pearlie pearline pedro peggie peggy penelope percival percy perry pete peter
  petra peyton phil philip phillip phoebe phyllis pierre pietro polly presley preston priscilla priya
  providenci queenie quentin quincy quinn quinten quinton rachael rachel rachelle rae raegan rafael rafaela
  raheem rahsaan rahul raina ralph ramiro ramon ramona randal randall randi randy raoul raphael raphaelle
  raquel rashad rashawn rasheed raul ravi raymond raymundo reagan reanna reba rebeca rebecca rebeka rebekah
  reece reese regan reggie regina reginald reid reilly reinhold rena rene renee ressie reta retha retta
  reuben reva rex reyes reymundo reyna reynold rhett rhianna rhiannon rhoda rhonda ricardo richard richie
  rick rickey rickie ricky rigoberto riley rita rob robb robbie robby robert roberta roberto robin robyn
  rocco rochelle rocio roderick rodger rodney rodolfo rodrick rodrigo rogelio roger roland rolando rollin
  roman ron ronald ronaldo ronnie ronny roosevelt rory rosa rosalee rosalia rosalie rosalind rosalinda
  rosalyn rosamond rosanna rosario roscoe rosella roselyn rosemarie rosendo rosetta rosie rosina roslyn ross
  rossie rowan rowena rowland roxane roxanne roy royce rozella ruben rubie rubye rudolph rudy rufus rupert
  russ russel russell ruth ruthe ruthie ryan ryann ryder rylan rylee ryleigh ryley sabrina sabryna sadie
  sadye saige sallie sally salvador salvatore sam samantha samir sammie sammy samson samuel sandeep sandra
  sandrine sanjay santina santino santos sara sarah sarai sarina sasha saul savanah savion scarlett schuyler
  scot scott scottie scotty seamus sean sebastian sedrick selena selina selmer serena sergio seth shaina
  shakira shana shane shanel shanelle shania shanice shanie shaniya shanna shannon shanny shanon shany shari
  sharlene sharon shaun shauna shawn shawna shaylee shayna shayne shea sheila shelby sheldon shelia shelley
  shelly shemar sheri sheridan sherri sherry sheryl shirin shirley shyann shyanne sid sidney sienna sigmund
  sigrid sigurd silas silvia simeon simon simone skye skyla skylar sofia sonia sonja sonya sophia sophie
  spencer stacey stacie stacy stan stanford stanley stefan stefanie stella steph stephan stephania stephanie
  stephany stephen stephon steve steven stevie stewart stu stuart sunil susan susana susanna susie suzanne
  suzette suzy sven sybil syble sydnee sydney sydni sydnie sylvester sylvia tabitha tad talia tamara tami
  tamia tamika tammie tammy tania tanya tara taryn tasha tatum tatyana tavares taya taylor teagan ted teddy
  telly terence teresa teri terrance terrell terrence terri terrill terry tess tessa tessie tevin thad
  thaddeus thalia thea thelma theo theodora theodore theresa therese theresia theron thomas thora thurman
  tia tiana tianna tiffany tillman tim timmothy timmy timothy tina titus tobias tobin toby todd tom tomas
  tomasa tommie tommy toney toni tonia tony tonya torey torrey tracey traci tracie tracy travis travon
  tremaine tremayne trent tressa tressie treva trever trevion trevor trey tricia trina trish trisha tristian
  tristin troy trudie trudy trycia trystan twila tyler tyra tyree tyreek tyrel tyrell tyrese tyrique tyrone
  tyshawn tyson ubaldo ulices ulises ulysses uriah uriel ursula vada valentin valentina valeria valerie
  vallie vance vanessa vaughn velda vella velma velva vera verda verdie vergie verla verlie vern verna
  verner vernice vernie vernon verona veronica vic vicenta vicente vicki vickie vicky victor victoria vijay
  vikram vilma vince vincent vincenza vincenzo vinnie violette virgie virgil virginie vita vito vivian
  viviane vivianne vivien vivienne vladimir vonda waino wallace walt walter walton wanda warren watson wava
  waylon wayne webster weldon wendell wendy werner wes wesley westley whitney wilber wilbert wilbur wilburn
  wiley wilford wilfred wilfredo wilfrid wilhelm wilhelmine willa willard william willie willis willy wilma
  wilmer wilton winfield winifred winnifred winston wyatt wyman xander xavier xiomara xzavier yadira yasmeen
  yasmin yasmine yazmin yesenia yessenia yolanda yoshiko yvette yvonne zach zachariah zachary zachery zack
  zackary zackery zakary zander zane zaria zechariah zelda zella zelma zena zetta zita zoe zoey zoie zoila
  zola zora zula`.split(/\s+/),
)
